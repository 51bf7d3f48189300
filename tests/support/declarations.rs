//! `include/dicechess.h` as a list of declarations, for the tests that compare or translate it.

/// Every declaration and `#define` of the header on one line, without comments.
pub fn declarations() -> Vec<String> {
    let header = include_str!("../../include/dicechess.h");
    let mut code = String::new();
    let mut rest = header;
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").expect("comments end").1;
    }
    code += rest;
    let mut lines: Vec<String> = Vec::new();
    let mut declaration = String::new();
    for line in code.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with('#') {
            let defines = line.starts_with("#define ") && line != "#define DICECHESS_H";
            lines.extend(defines.then(|| line.to_owned()));
            continue;
        }
        declaration = format!("{declaration} {line}").trim().to_owned();
        let open = declaration.matches('{').count() > declaration.matches('}').count();
        if declaration.ends_with(';') && !open {
            lines.push(std::mem::take(&mut declaration).replace("( ", "("));
        } else if declaration == "extern \"C\" {" || declaration == "}" {
            declaration.clear();
        }
    }
    lines
}
