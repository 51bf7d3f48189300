package org.dicechess

import kotlinx.cinterop.toKString
import org.dicechess.c.*

/** The native library that runs. */
object Library {
    /** major × 10000 + minor × 100 + patch. */
    val versionNumber: UInt get() = dicechess_version_number()

    /** The version as text, such as `0.1.0`. */
    val version: String get() = dicechess_version_string()!!.toKString()

    /** Which calling conventions it has. They must be those of the header that this binding was built with. */
    val abiVersion: UInt get() = dicechess_abi_version()

    /** The name of a status without prefix, such as `NULL`; `UNKNOWN` for a number that the library does not have. */
    fun statusName(status: Int): String = dicechess_status_name(status)!!.toKString()
}

private val abiFailure: String? by lazy {
    val found = Library.abiVersion
    val wanted = DICECHESS_ABI_VERSION
    if (found.toInt() == wanted) null else "libdicechess has ABI $found, this binding was built for $wanted"
}

/** Stops a program that runs with a library which it was not built for. */
internal fun requireAbi() = check(abiFailure == null) { abiFailure!! }
