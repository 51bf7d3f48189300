package org.dicechess

import kotlinx.cinterop.*
import org.dicechess.c.*
import platform.posix.size_t
import platform.posix.size_tVar

/*
 * How every function of the C interface is called: with a record for its error, and with outputs that live for the
 * length of the call.
 */

/** Calls a function. If it fails, throws what a callback has thrown, or else a [DiceChessException]. */
internal inline fun checked(function: (CPointer<dicechess_error>) -> Int) = memScoped {
    val error = struct<dicechess_error>()
    if (function(error.ptr) != DICECHESS_OK) throw error.toThrowable()
}

/** A struct of the C interface, all 0 but for its size, which is the first member of each. */
internal inline fun <reified Struct : CStructVar> NativePlacement.struct(): Struct {
    val struct = alloc<Struct>()
    struct.ptr.reinterpret<UIntVar>().pointed.value = sizeOf<Struct>().convert()
    return struct
}

/** The new handle that a function writes. */
internal inline fun <Opaque : CPointed> handle(
    function: (CPointer<CPointerVar<Opaque>>, CPointer<dicechess_error>) -> Int,
): CPointer<Opaque> = memScoped {
    requireAbi()
    val out = alloc<CPointerVar<Opaque>>()
    checked { function(out.ptr, it) }
    out.value!!
}

internal inline fun int(function: (CPointer<IntVar>, CPointer<dicechess_error>) -> Int): Int = memScoped {
    val out = alloc<IntVar>()
    checked { function(out.ptr, it) }
    out.value
}

internal inline fun ulong(
    function: (CPointer<ULongVar>, CPointer<dicechess_error>) -> Int,
): ULong = memScoped {
    val out = alloc<ULongVar>()
    checked { function(out.ptr, it) }
    out.value
}

internal inline fun double(
    function: (CPointer<DoubleVar>, CPointer<dicechess_error>) -> Int,
): Double = memScoped {
    val out = alloc<DoubleVar>()
    checked { function(out.ptr, it) }
    out.value
}

/** What [read] makes of the struct that a function fills. */
internal inline fun <reified Struct : CStructVar, Result> filled(
    function: (CPointer<Struct>, CPointer<dicechess_error>) -> Int,
    read: Struct.() -> Result,
): Result = memScoped {
    val struct = struct<Struct>()
    checked { function(struct.ptr, it) }
    struct.read()
}

/**
 * What [read] makes of the elements that a function writes into an array. Asked without one, the function tells their
 * number.
 */
internal inline fun <reified Element : CVariable, Result> elements(
    function: (CPointer<Element>?, size_t, CPointer<size_tVar>?, CPointer<dicechess_error>) -> Int,
    read: (CPointer<Element>, Int) -> Result,
): Result = memScoped {
    val required = alloc<size_tVar>()
    val error = struct<dicechess_error>()
    val status = function(null, 0uL, required.ptr, error.ptr)
    if (status != DICECHESS_OK && status != DICECHESS_ERR_BUFFER) throw error.toThrowable()
    val elements = allocArray<Element>(maxOf(required.value.toInt(), 1))
    checked { function(elements, required.value, null, it) }
    read(elements, required.value.toInt())
}

/** The text that a function writes; [size] bytes hold any. */
internal inline fun text(
    size: Int, function: (CPointer<ByteVar>, size_t, CPointer<dicechess_error>) -> Int,
): String = memScoped {
    val buffer = allocArray<ByteVar>(size)
    checked { function(buffer, size.convert(), it) }
    buffer.toKString()
}

/** The text, of any length, that a function writes. */
internal inline fun longText(
    function: (CPointer<ByteVar>?, size_t, CPointer<size_tVar>?, CPointer<dicechess_error>) -> Int,
): String = elements<ByteVar, String>(function) { text, _ -> text.toKString() }

/**
 * Passes a text on as its UTF-8 bytes and their number, so that a zero within it is reported, not taken for its end.
 */
internal inline fun <Result> String.asBytes(block: (CValuesRef<ByteVar>, size_t) -> Result): Result {
    val bytes = cstr
    return block(bytes, (bytes.size - 1).convert())
}

internal fun Boolean.toInt(): Int = if (this) 1 else 0
