// The system's SQLite: a ledger in a file. What Swift can't call or read is given a name here: the variadic functions, and
// constants that are macros with casts.
#pragma once
#include <sqlite3.h>

// SQLite takes a copy of what it is given.
static inline sqlite3_destructor_type bundlepolicy_sqlite_copies(void) { return SQLITE_TRANSIENT; }

// Reads the first bytes of the file that a connection has open, through the connection: to open and close the file besides it
// would take away all locks that this process has on it (fcntl(2)), those of other connections, too. Nothing is locked, and no
// journal is looked at.
static inline int bundlepolicy_sqlite_read(sqlite3 *database, void *bytes, int count) {
  sqlite3_file *file = (sqlite3_file *)0;
  int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_CANTOPEN;
  code = file->pMethods->xRead(file, bytes, count, 0);
  // What a short file lacks reads as zeros.
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

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
