/* Of SQLite, whose header is in GRDB's module: https://www.sqlite.org/c3ref/config.html. Swift cannot call a function with a
 * variable number of arguments. */
extern int sqlite3_config(int, ...);

/* SQLITE_CONFIG_MEMSTATUS: https://www.sqlite.org/c3ref/c_config_covering_index_scan.html */
static inline int sqlite_stop_counting_memory(void) { return sqlite3_config(9, 0); }
