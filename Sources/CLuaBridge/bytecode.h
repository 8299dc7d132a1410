// Reads the compiled form of a source, as `lua_dump` writes it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Tells of each instruction of each function in it: the line the function begins on, and the instruction's own. The code of
/// the file itself is left out, and of each function what the compiler added. False for a form this does not know, and when
/// `visit` says so.
bool bp_visit_code_lines(const unsigned char *bytes, size_t count, void *context,
                         bool (*visit)(void *context, int32_t function, int32_t line));
