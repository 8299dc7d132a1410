// The system's SQLite, for ledgers in files, with wrappers for variadic functions and for macros with casts, which Swift cannot import.
#pragma once
#include <sqlite3.h>

// Makes SQLite copy the values passed to it.
static inline sqlite3_destructor_type bundlepolicy_sqlite_copies(void) { return SQLITE_TRANSIENT; }

// Reads the first bytes of the open database file through the connection: opening and closing the file separately would release all locks
// of this process on it (fcntl(2)), including locks of other connections. Neither locks the file nor reads a journal.
static inline int bundlepolicy_sqlite_read(sqlite3 *database, void *bytes, int count) {
  sqlite3_file *file = (sqlite3_file *)0;
  int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_CANTOPEN;
  code = file->pMethods->xRead(file, bytes, count, 0);
  // SQLite fills the part past the end of a short file with zeros.
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

// Prevents statements from writing to SQLite's own tables, even if a file is malicious.
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
