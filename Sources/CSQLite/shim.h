// The system's SQLite: a ledger in a file. What Swift can't call or read is given a name here: the variadic functions, and
// constants that are macros with casts.
#pragma once
#include <sqlite3.h>

// SQLite takes a copy of what it is given.
static inline sqlite3_destructor_type bundlepolicy_sqlite_copies(void) { return SQLITE_TRANSIENT; }

// No statement can write to SQLite's own tables, whatever a file holds.
static inline int bundlepolicy_sqlite_defend(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
#ifdef SQLITE_DBCONFIG_ENABLE_VIEW
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
#endif
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
#endif
  return code;
}
