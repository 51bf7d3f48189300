//! The native layer of the JVM binding is what `include/dicechess.h` says: one method a function, one constant a member
//! of a struct and a `#define`. Pointers are addresses in a `long`, so that everything above is written once for both ways of
//! calling C.

#[path = "support/declarations.rs"]
mod declarations;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

const GENERATED: &str = "// Generated from include/dicechess.h by tests/jvm_native.rs: change the header, then run `make header`.\n";
const MOST_COLUMNS: usize = 110;

/// Functions of constant time that call nothing back. The JVM may stay as it is while they run, which makes calls three
/// times as fast.
const SHORT: [&str; 34] = [
    "version_number",
    "abi_version",
    "micro_move_origin",
    "micro_move_destination",
    "micro_move_flag",
    "micro_move_promotion",
    "micro_move_to_uci",
    "state_assign",
    "state_to_snapshot",
    "state_to_dfen",
    "state_equals",
    "state_key",
    "state_side_to_move",
    "state_piece_at",
    "state_men",
    "state_castling_rights",
    "state_en_passant",
    "state_dice",
    "state_half_move_clock",
    "state_full_move_number",
    "state_material",
    "state_faults",
    "state_set_dice",
    "state_set_side_to_move",
    "state_end_turn",
    "state_make_micro_move",
    "turns_count",
    "turns_king_captures",
    "turns_get",
    "turns_to_uci",
    "turns_final_state",
    "tt_probe",
    "tt_store",
    "control_work_used",
];

/// A parameter or the result of a function, or a member of a struct.
struct Value {
    /// The C type, such as `const dicechess_state *`.
    c_type: String,
    name: String,
    /// Elements of an array, 1 for anything else.
    count: usize,
}

struct Function {
    c_name: String,
    result: String,
    parameters: Vec<Value>,
}

struct Struct {
    c_name: String,
    members: Vec<Value>,
}

/// What the header declares.
#[derive(Default)]
struct Header {
    functions: Vec<Function>,
    structs: Vec<Struct>,
    /// Names and values of the `#define`s.
    constants: Vec<(String, String)>,
    /// What each typedef of a number stands for; callbacks are pointers.
    aliases: HashMap<String, String>,
}

/// The parts of `declaration`, such as `const uint8_t *name` or `uint8_t name[3]`.
fn value(declaration: &str, header: &Header) -> Value {
    let (declaration, count) = match declaration.trim().split_once('[') {
        Some((declaration, count)) => (declaration, count.trim_end_matches(']')),
        None => (declaration.trim(), "1"),
    };
    let known = |name: &str| header.constants.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    let count = known(count).map_or(count, String::as_str).parse().expect("a number of elements");
    let split = declaration.rfind([' ', '*']).expect("a type and a name") + 1;
    let (c_type, name) = declaration.split_at(split);
    Value { c_type: c_type.trim().to_owned(), name: name.to_owned(), count }
}

fn parse() -> Header {
    let mut header = Header::default();
    for line in declarations::declarations() {
        if let Some(definition) = line.strip_prefix("#define ") {
            let (name, text) = definition.split_once(' ').expect("a name and a value");
            header.constants.push((name.to_owned(), text.to_owned()));
            continue;
        }
        let line = line.trim_end_matches(';');
        match line.strip_prefix("typedef ") {
            Some(definition) if definition.contains('{') => {
                let (_, body) = definition.split_once('{').expect("a body");
                let (members, name) = body.rsplit_once('}').expect("a name");
                let members = members.split(';').filter(|member| !member.trim().is_empty());
                let members = members.map(|member| value(member, &header)).collect();
                header.structs.push(Struct { c_name: name.trim().to_owned(), members });
            }
            Some(definition) if definition.contains("(*") => {
                let (_, rest) = definition.split_once("(*").expect("a name");
                let (name, _) = rest.split_once(')').expect("a name");
                header.aliases.insert(name.to_owned(), "void *".to_owned());
            }
            Some(definition) if definition.starts_with("struct ") => {}
            Some(definition) => {
                let (stands_for, name) = definition.rsplit_once(' ').expect("a type and a name");
                header.aliases.insert(name.to_owned(), stands_for.to_owned());
            }
            None => {
                let (head, parameters) = line.split_once('(').expect("a function");
                let head = value(head, &header);
                let parameters = parameters.trim_end_matches(')').split(',').filter(|text| *text != "void");
                let parameters = parameters.map(|text| value(text, &header)).collect();
                header.functions.push(Function { c_name: head.name, result: head.c_type, parameters });
            }
        }
    }
    header
}

impl Header {
    /// The type that carries `c_type` in Java, and in C where the JVM calls it.
    fn java(&self, c_type: &str) -> &'static str {
        if c_type.ends_with('*') {
            return "long";
        }
        match self.aliases.get(c_type).map_or(c_type, String::as_str) {
            "void" => "void",
            "double" => "double",
            "uint8_t" => "byte",
            "uint16_t" => "short",
            "int32_t" | "uint32_t" => "int",
            "int64_t" | "uint64_t" | "size_t" | "void *" => "long",
            other => panic!("no Java type for {other}"),
        }
    }

    /// Size and alignment of a member's type where pointers have 8 bytes.
    fn layout(&self, c_type: &str) -> (usize, usize) {
        let known = self.structs.iter().find(|known| known.c_name == c_type);
        if let Some(known) = known {
            let (size, _) = self.offsets(known);
            return (size, 8);
        }
        let size = match (c_type, self.java(c_type)) {
            ("char", _) | (_, "byte") => 1,
            (_, "short") => 2,
            (_, "int") => 4,
            _ => 8,
        };
        (size, size)
    }

    /// The size of a struct and the offsets of its members.
    fn offsets(&self, of: &Struct) -> (usize, Vec<usize>) {
        let (mut end, mut most) = (0_usize, 1);
        let mut offsets = Vec::new();
        for member in &of.members {
            let (size, alignment) =
                if member.c_type == "char" { (1, 1) } else { self.layout(&member.c_type) };
            end = end.next_multiple_of(alignment);
            offsets.push(end);
            end += size * member.count;
            most = most.max(alignment);
        }
        (end.next_multiple_of(most), offsets)
    }
}

/// `dicechess_state_new` or `set_dice` as Java writes it: `stateNew`, `setDice`.
fn camel(name: &str) -> String {
    let mut words = name.trim_start_matches("dicechess_").split('_');
    let first = words.next().expect("a word").to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

/// `dicechess_state_new` as a constant of Java: `STATE_NEW`.
fn constant(name: &str) -> String {
    name.trim_start_matches("dicechess_").to_uppercase()
}

/// `head` and then `items` in brackets, on as many lines as it takes.
fn list(head: &str, items: &[String], tail: &str) -> String {
    let line = format!("{head}({}){tail}\n", items.join(", "));
    if line.chars().count() <= MOST_COLUMNS {
        return line;
    }
    let mut text = format!("{head}(\n");
    let mut current = String::from("           ");
    for (index, item) in items.iter().enumerate() {
        let item = if index + 1 < items.len() { format!(" {item},") } else { format!(" {item}") };
        if current.len() + item.len() > MOST_COLUMNS - tail.len() - 1 {
            text += &format!("{current}\n");
            current = String::from("           ");
        }
        current += &item;
    }
    text + &format!("{current}){tail}\n")
}

fn java_parameters(header: &Header, function: &Function) -> Vec<String> {
    let parameters = function.parameters.iter();
    parameters.map(|value| format!("{} {}", header.java(&value.c_type), camel(&value.name))).collect()
}

fn native_java(header: &Header) -> String {
    let mut text = format!(
        "{GENERATED}package org.dicechess.internal;

import java.nio.ByteBuffer;

/**
 * The functions of include/dicechess.h, one to one. Pointers, handles and callbacks are addresses; unsigned numbers are
 * passed in the signed type of the same size. Nothing is checked here, and what the header says of a function holds for the
 * method.
 */
public abstract class Native {{
    private static final Native INSTANCE;
    private static final String FAILURE;

    static {{
        Native loaded = null;
        String failure = null;
        try {{
            loaded = Loader.load();
        }} catch (UnsatisfiedLinkError error) {{
            failure = error.getMessage();
        }}
        INSTANCE = loaded;
        FAILURE = failure;
    }}

    /** For the two back ends. */
    Native() {{
    }}

    /**
     * The back end, loaded and checked on first use.
     *
     * @return always the same one
     * @throws UnsatisfiedLinkError if the library cannot be used; the message says what was tried
     */
    public static Native instance() {{
        if (INSTANCE == null) {{
            throw new UnsatisfiedLinkError(FAILURE);
        }}
        return INSTANCE;
    }}

    /** Which back end this is: {{@code jni}} or {{@code panama}}. */
    public abstract String backend();

    /** The address of the first byte of a direct buffer, whatever its position; valid as long as the buffer is reachable. */
    public abstract long address(ByteBuffer direct);

    /** Memory of somebody else as a buffer in native byte order, to be used while that lives. Not cheap: keep it. */
    public abstract ByteBuffer view(long address, long bytes);

"
    );
    for function in &header.functions {
        let head =
            format!("    public abstract {} {}", header.java(&function.result), camel(&function.c_name));
        text += &list(&head, &java_parameters(header, function), ";");
    }
    text + "}\n"
}

fn jni_java(header: &Header) -> String {
    let mut text = format!(
        "{GENERATED}package org.dicechess.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Calls C through the Java Native Interface; the other half is dicechess_jni.c. For Java 17 to 21, and where it is asked for. */
final class JniNative extends Native {{
    @Override
    public String backend() {{
        return \"jni\";
    }}

    @Override
    public native long address(ByteBuffer direct);

    @Override
    public ByteBuffer view(long address, long bytes) {{
        return buffer(address, bytes).order(ByteOrder.nativeOrder());
    }}

    private static native ByteBuffer buffer(long address, long bytes);

"
    );
    for function in &header.functions {
        let head = format!(
            "    @Override public native {} {}",
            header.java(&function.result),
            camel(&function.c_name)
        );
        text += &list(&head, &java_parameters(header, function), ";");
    }
    text + "}\n"
}

fn panama_java(header: &Header) -> String {
    let mut text = format!(
        "{GENERATED}package org.dicechess.internal;

import static org.dicechess.internal.PanamaLibrary.function;
import static org.dicechess.internal.PanamaLibrary.rethrown;
import static org.dicechess.internal.PanamaLibrary.shortFunction;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Calls C through java.lang.foreign. For Java 22 and newer. */
final class PanamaNative extends Native {{
    // In a signature the result comes first; B, S, C, I, J, D and V are the types of the virtual machine.
"
    );
    for Function { c_name, result, parameters } in &header.functions {
        let code = |c_type: &str| match header.java(c_type) {
            "void" => 'V',
            "double" => 'D',
            "byte" => 'B',
            "short" => 'S',
            "int" => 'I',
            _ => 'J',
        };
        // C relies on arguments that are extended with zeros, which Java does for unsigned types only.
        let parameter = |value: &Value| match code(&value.c_type) {
            'B' => 'I',
            'S' => 'C',
            other => other,
        };
        let signature: String = [code(result)].into_iter().chain(parameters.iter().map(parameter)).collect();
        let short = SHORT.contains(&c_name.trim_start_matches("dicechess_"));
        let make = if short { "shortFunction" } else { "function" };
        let name = constant(c_name);
        let line =
            format!("    private static final MethodHandle {name} = {make}(\"{c_name}\", \"{signature}\");");
        if line.len() <= MOST_COLUMNS {
            text += &format!("{line}\n");
        } else {
            let (head, tail) = line.split_once(" = ").expect("an assignment");
            text += &format!("{head} =\n            {tail}\n");
        }
    }
    text += "
    @Override
    public String backend() {
        return \"panama\";
    }

    @Override
    public long address(ByteBuffer direct) {
        return MemorySegment.ofBuffer(direct.duplicate().clear()).address();
    }

    @Override
    public ByteBuffer view(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }

";
    for function in &header.functions {
        let (result, name) = (header.java(&function.result), camel(&function.c_name));
        let head = format!("    @Override public {result} {name}");
        text += &list(&head, &java_parameters(header, function), " {");
        let argument = |value: &Value| match header.java(&value.c_type) {
            "byte" => format!("{} & 0xff", camel(&value.name)),
            "short" => format!("(char) {}", camel(&value.name)),
            _ => camel(&value.name),
        };
        let arguments: Vec<String> = function.parameters.iter().map(argument).collect();
        let value = if result == "void" { String::new() } else { format!("return ({result}) ") };
        let call = format!("{value}{}.invokeExact({});", constant(&function.c_name), arguments.join(", "));
        let line = format!("        try {{ {call} }} catch (Throwable thrown) {{ throw rethrown(thrown); }}");
        if line.len() <= MOST_COLUMNS {
            text += &format!("{line}\n");
        } else {
            text += &format!(
                "        try {{ {call}\n        }} catch (Throwable thrown) {{ throw rethrown(thrown); }}\n"
            );
        }
        text += "    }\n";
    }
    text + "}\n"
}

fn jni_c(header: &Header) -> String {
    let mut text = format!(
        "{GENERATED}// The C half of JniNative: each function passes numbers on to the library and its result back.

#include <jni.h>
#include <stdint.h>

#include \"dicechess.h\"

#define METHOD(result, name) JNIEXPORT result JNICALL Java_org_dicechess_internal_JniNative_##name
#define POINTER(address) ((void *)(uintptr_t)(address))
#define ADDRESS(pointer) ((jlong)(uintptr_t)(pointer))

METHOD(jlong, address)(JNIEnv *env, jobject self, jobject direct) {{
    return ADDRESS((*env)->GetDirectBufferAddress(env, direct));
}}

METHOD(jobject, buffer)(JNIEnv *env, jclass type, jlong address, jlong bytes) {{
    return (*env)->NewDirectByteBuffer(env, POINTER(address), bytes);
}}

"
    );
    for function in &header.functions {
        let result = header.java(&function.result);
        let c_result = if result == "void" { "void".to_owned() } else { format!("j{result}") };
        let mut parameters = vec!["JNIEnv *env".to_owned(), "jobject self".to_owned()];
        parameters.extend(
            function.parameters.iter().map(|value| format!("j{} {}", header.java(&value.c_type), value.name)),
        );
        let pass = |value: &Value| {
            let (c_type, name) = (&value.c_type, &value.name);
            let alias = header.aliases.get(c_type).map(String::as_str);
            match (c_type.ends_with('*'), alias) {
                (true, _) => format!("POINTER({name})"),
                (false, Some("void *")) => format!("({c_type})(uintptr_t){name}"),
                _ => format!("({c_type}){name}"),
            }
        };
        let arguments: Vec<String> = function.parameters.iter().map(pass).collect();
        let call = format!("{}({})", function.c_name, arguments.join(", "));
        let call = match (result, function.result.ends_with('*')) {
            ("void", _) => call,
            (_, true) => format!("return ADDRESS({call})"),
            _ => format!("return (j{result}){call}"),
        };
        let head = format!("METHOD({c_result}, {})", camel(&function.c_name));
        text += &list(&head, &parameters, " {");
        text += &format!("    {call};\n}}\n");
    }
    text
}

fn layout_java(header: &Header) -> String {
    let mut text = format!(
        "{GENERATED}package org.dicechess.internal;

/** Sizes of the structs of include/dicechess.h and offsets of their members, in bytes, where pointers have 8. */
public final class Layout {{
    private Layout() {{
    }}
"
    );
    for of in &header.structs {
        let (size, offsets) = header.offsets(of);
        let name = constant(&of.c_name);
        text += &format!("\n    public static final int {name}_SIZE = {size};\n");
        for (member, offset) in of.members.iter().zip(offsets) {
            let member = constant(&member.name);
            text += &format!("    public static final int {name}_{member} = {offset};\n");
        }
    }
    text + "}\n"
}

fn constants_java(header: &Header) -> String {
    let mut text = format!(
        "{GENERATED}package org.dicechess.internal;

/** The {{@code #define}}s of include/dicechess.h, without the prefix {{@code DICECHESS_}}. */
public final class Constants {{
    private Constants() {{
    }}

"
    );
    for (name, value) in &header.constants {
        let name = name.trim_start_matches("DICECHESS_");
        let (java, value) = if value.contains("(size_t)") || value.contains("(uint64_t)") {
            assert!(value.contains("-1"), "{value}");
            ("long", "-1".to_owned())
        } else {
            ("int", value.replace("DICECHESS_", ""))
        };
        text += &format!("    public static final {java} {name} = {value};\n");
    }
    text + "}\n"
}

/// Every generated file with its text.
fn generate() -> Vec<(PathBuf, String)> {
    let header = parse();
    let main = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/java/src/main");
    let package = |release: &str| main.join(release).join("org/dicechess/internal");
    vec![
        (package("java").join("Native.java"), native_java(&header)),
        (package("java").join("JniNative.java"), jni_java(&header)),
        (package("java22").join("PanamaNative.java"), panama_java(&header)),
        (package("java").join("Layout.java"), layout_java(&header)),
        (package("java").join("Constants.java"), constants_java(&header)),
        (main.join("native/dicechess_jni.c"), jni_c(&header)),
    ]
}

#[test]
fn committed_files_are_current() {
    for (path, generated) in generate() {
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == generated,
            "{} is stale: run `make header` and commit the result",
            path.display()
        );
    }
}

#[test]
fn offsets_are_those_that_c_asserts() {
    let header = parse();
    let mut compared = 0;
    for line in include_str!("data/abi.txt").lines().filter_map(|line| line.strip_prefix("offset ")) {
        let [name, member, offset] = line.split(", ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let of = header.structs.iter().find(|known| known.c_name == name).expect(name);
        let place = of.members.iter().position(|known| known.name == member).expect(member);
        assert_eq!(header.offsets(of).1[place].to_string(), offset, "{name}.{member}");
        compared += 1;
    }
    assert_eq!(compared, header.structs.iter().map(|of| of.members.len()).sum::<usize>());
}

#[test]
fn short_functions_exist() {
    let header = parse();
    for name in SHORT {
        let c_name = format!("dicechess_{name}");
        assert!(header.functions.iter().any(|function| function.c_name == c_name), "{c_name}");
    }
}

#[test]
#[ignore = "rewrites the committed files; run through `make header`"]
fn bless() {
    for (path, text) in generate() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders can be made");
        fs::write(&path, text).expect("the file can be written");
    }
}
