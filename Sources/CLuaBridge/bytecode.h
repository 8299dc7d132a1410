// Parses compiled sources in the format of `lua_dump`.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Calls `visit` for each instruction of each function, with the line on which the function starts and the instruction's own line. Skips
/// code outside of functions, and instructions that the compiler added. Returns false if the format is not supported or `visit` returns
/// false.
bool bp_visit_code_lines(const unsigned char *bytes, size_t count, void *context,
                         bool (*visit)(void *context, int32_t function, int32_t line));
