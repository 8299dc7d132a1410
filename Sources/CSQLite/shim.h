// The system's SQLite: a ledger in a file. Destructor constants are macros that Swift can't read, so texts are bound with
// SQLITE_TRANSIENT by this name: SQLite takes a copy.
#pragma once
#include <sqlite3.h>

static inline sqlite3_destructor_type bundlepolicy_sqlite_copies(void) { return SQLITE_TRANSIENT; }
