/* Stands between the service and its libraries (LD_PRELOAD) and counts what one request costs.
 *
 * The counters lie in a mapped file, COST_COUNTERS, which the driver reads between two requests. Counted are calls that the
 * service makes, so no number depends on the machine's speed. Linux with glibc, and any C compiler.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "turns.h"

/* What the driver calls these is written into the file, below. System calls follow, each by its own name. */
enum { TRANSACTIONS, STATEMENTS, JOBS, LOOPS, THREADS, ALLOCATIONS, STOLEN, FIRST_CALL, COUNTERS = 96 };

struct counters {
    _Atomic int64_t counts[COUNTERS];
    char names[COUNTERS][24];
    _Atomic int64_t clock;  /* the time of day in nanoseconds since 1970; 0: the machine's */
    _Atomic int64_t used;   /* bytes of texts, which the driver sets back to 0 */
    char texts[1 << 20];    /* what was asked of the database, a line each */
};

static struct counters unmapped;
static struct counters *shared = &unmapped;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void add(int counter) { atomic_fetch_add_explicit(&shared->counts[counter], 1, memory_order_relaxed); }

/* Allocations. glibc's own names, since dlsym itself allocates. */

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { add(ALLOCATIONS); return __libc_malloc(size); }
void *calloc(size_t count, size_t size) { add(ALLOCATIONS); return __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { add(ALLOCATIONS); return __libc_realloc(block, size); }
void *memalign(size_t alignment, size_t size) { add(ALLOCATIONS); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { add(ALLOCATIONS); return __libc_memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
    add(ALLOCATIONS);
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

/* System calls that read, write or name something. */

#define CALLS(CALL) \
    CALL(ssize_t, read, (int file, void *bytes, size_t size), (file, bytes, size)) \
    CALL(ssize_t, readv, (int file, const struct iovec *parts, int count), (file, parts, count)) \
    CALL(ssize_t, pread, (int file, void *bytes, size_t size, off_t at), (file, bytes, size, at)) \
    CALL(ssize_t, pread64, (int file, void *bytes, size_t size, off64_t at), (file, bytes, size, at)) \
    CALL(ssize_t, recv, (int file, void *bytes, size_t size, int flags), (file, bytes, size, flags)) \
    CALL(ssize_t, recvmsg, (int file, struct msghdr *message, int flags), (file, message, flags)) \
    CALL(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size)) \
    CALL(ssize_t, writev, (int file, const struct iovec *parts, int count), (file, parts, count)) \
    CALL(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at), (file, bytes, size, at)) \
    CALL(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t at), (file, bytes, size, at)) \
    CALL(ssize_t, send, (int file, const void *bytes, size_t size, int flags), (file, bytes, size, flags)) \
    CALL(ssize_t, sendmsg, (int file, const struct msghdr *message, int flags), (file, message, flags)) \
    CALL(int, close, (int file), (file)) \
    CALL(int, fsync, (int file), (file)) \
    CALL(int, fdatasync, (int file), (file)) \
    CALL(int, ftruncate, (int file, off_t length), (file, length)) \
    CALL(int, ftruncate64, (int file, off64_t length), (file, length)) \
    CALL(int, access, (const char *path, int mode), (path, mode)) \
    CALL(int, unlink, (const char *path), (path)) \
    CALL(int, stat, (const char *path, struct stat *status), (path, status)) \
    CALL(int, stat64, (const char *path, struct stat64 *status), (path, status)) \
    CALL(int, lstat, (const char *path, struct stat *status), (path, status)) \
    CALL(int, lstat64, (const char *path, struct stat64 *status), (path, status)) \
    CALL(int, fstat, (int file, struct stat *status), (file, status)) \
    CALL(int, fstat64, (int file, struct stat64 *status), (file, status)) \
    CALL(off_t, lseek, (int file, off_t offset, int whence), (file, offset, whence)) \
    CALL(off64_t, lseek64, (int file, off64_t offset, int whence), (file, offset, whence)) \
    CALL(int, socket, (int domain, int type, int protocol), (domain, type, protocol)) \
    CALL(int, connect, (int file, const struct sockaddr *to, socklen_t length), (file, to, length)) \
    CALL(int, accept4, (int file, struct sockaddr *from, socklen_t *length, int flags), (file, from, length, flags)) \
    CALL(int, epoll_ctl, (int queue, int action, int file, struct epoll_event *event), (queue, action, file, event)) \
    CALL(int, shutdown, (int file, int how), (file, how)) \
    CALL(ssize_t, getrandom, (void *bytes, size_t size, unsigned flags), (bytes, size, flags))
#define OTHERS(CALL) CALL(open) CALL(openat) CALL(fcntl)

enum {
    BEFORE_CALLS = FIRST_CALL - 1,
#define NUMBER(type, name, parameters, arguments) CALL_##name,
    CALLS(NUMBER)
#define OTHER_NUMBER(name) CALL_##name,
    OTHERS(OTHER_NUMBER)
    AFTER_CALLS
};
_Static_assert((int)AFTER_CALLS <= (int)COUNTERS, "more calls than counters");

#define DEFINE(type, name, parameters, arguments) \
    type name parameters { \
        static __typeof__(&name) real; \
        if (!real) real = REAL(name); \
        add(CALL_##name); \
        return real arguments; \
    }
CALLS(DEFINE)

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }
int open(const char *path, int flags, ...) { MODE(flags) add(CALL_open); return REAL(open)(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) add(CALL_open); return REAL(open64)(path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) {
    MODE(flags)
    add(CALL_openat);
    return REAL(openat)(folder, path, flags, mode);
}

#define ARGUMENT \
    va_list rest; \
    va_start(rest, command); \
    void *argument = va_arg(rest, void *); \
    va_end(rest);
int fcntl(int file, int command, ...) { ARGUMENT add(CALL_fcntl); return REAL(fcntl)(file, command, argument); }
int fcntl64(int file, int command, ...) { ARGUMENT add(CALL_fcntl); return REAL(fcntl64)(file, command, argument); }

/* Randomness is asked of the kernel within this, and by its number. */
int getentropy(void *bytes, size_t size) {
    add(CALL_getrandom);
    return REAL(getentropy)(bytes, size);
}

long syscall(long number, ...) {
    static __typeof__(&syscall) real;
    if (!real) real = REAL(syscall);
    va_list rest;
    va_start(rest, number);
    long a[6];
    for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_getrandom) add(CALL_getrandom);
    int operation = (int)a[1] & FUTEX_CMD_MASK;
    int waits = number == SYS_futex && operation != FUTEX_WAKE && operation != FUTEX_UNLOCK_PI;
    if (waits) give_turn();
    long result = real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (waits) take_turn();
    return result;
}

/* Statements. */

static void note(const char *first, const char *second) {
    const char *parts[] = {first, second ? "\t" : "", second ? second : "", "\n"};
    for (int i = 0; i < 4; i++) {
        int64_t length = (int64_t)strlen(parts[i]), at = atomic_fetch_add(&shared->used, length);
        if (at + length > (int64_t)sizeof shared->texts) return;
        for (int64_t j = 0; j < length; j++)
            shared->texts[at + j] = parts[i][j] == '\n' && i < 3 ? ' ' : parts[i][j];
    }
}

static void count_statement(const char *text) {
    add(STATEMENTS);
    if (strncasecmp(text, "BEGIN", 5) == 0) add(TRANSACTIONS);
    note(text, NULL);
}

/* SQLite calls this when a statement begins (https://www.sqlite.org/c3ref/c_trace.html). What a trigger does in it begins
 * with `--` and is part of that statement. */
static int traced(unsigned kind, void *context, void *statement, void *text) {
    (void)kind, (void)context, (void)statement;
    if (strncmp(text, "--", 2) != 0) count_statement(text);
    return 0;
}

int sqlite3_open_v2(const char *path, void **database, int flags, const char *system);
int sqlite3_trace_v2(void *database, unsigned mask, int (*callback)(unsigned, void *, void *, void *), void *context);
int sqlite3_open_v2(const char *path, void **database, int flags, const char *system) {
    int result = REAL(sqlite3_open_v2)(path, database, flags, system);
    if (result == 0) REAL(sqlite3_trace_v2)(*database, 1 /* SQLITE_TRACE_STMT */, traced, NULL);
    return result;
}

/* libpq. A prepared statement is only named when it runs, so its text is noted when it is prepared. */

static const char *name_of(char *place, const void *connection, const char *name) {
    sprintf(place, "%p %.80s", connection, name);
    return place;
}

/* The names under which BEGIN was prepared: two, one of them for transactions that only read. */
static char beginnings[4][32];
/* libpq's own call of the one by the other is no second statement. */
static __thread int is_counted;
static void count_prepared(const void *connection, const char *name) {
    char place[128];
    count_statement(name_of(place, connection, name));
    for (int each = 0; each < 4; each++)
        if (strcmp(beginnings[each], name) == 0) add(TRANSACTIONS);
}

void *PQexec(void *connection, const char *text);
void *PQprepare(void *connection, const char *name, const char *text, int count, const unsigned *types);
void *PQexecPrepared(
    void *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats,
    int format);
void *PQexec(void *connection, const char *text) {
    count_statement(text);
    return REAL(PQexec)(connection, text);
}
void *PQprepare(void *connection, const char *name, const char *text, int count, const unsigned *types) {
    char place[128];
    note(name_of(place, connection, name), text);
    for (int each = 0; strncasecmp(text, "BEGIN", 5) == 0 && each < 4; each++)
        if (!*beginnings[each] || strcmp(beginnings[each], name) == 0) {
            strncpy(beginnings[each], name, sizeof beginnings[each] - 1);
            break;
        }
    return REAL(PQprepare)(connection, name, text, count, types);
}
void *PQexecPrepared(
    void *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats,
    int format) {
    count_prepared(connection, name);
    is_counted = 1;
    void *result = REAL(PQexecPrepared)(connection, name, count, values, lengths, formats, format);
    is_counted = 0;
    return result;
}
/* In pipeline mode: a transaction begins together with its first statement, and changes are sent with a later one. */
int PQsendQueryPrepared(
    void *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats,
    int format);
int PQsendQueryPrepared(
    void *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats,
    int format) {
    if (!is_counted) count_prepared(connection, name);
    return REAL(PQsendQueryPrepared)(connection, name, count, values, lengths, formats, format);
}

/* In pipeline mode: COMMIT and ROLLBACK. */
int PQsendQueryParams(
    void *connection, const char *text, int count, const unsigned *types, const char *const *values, const int *lengths,
    const int *formats, int format);
int PQsendQueryParams(
    void *connection, const char *text, int count, const unsigned *types, const char *const *values, const int *lengths,
    const int *formats, int format) {
    count_statement(text);
    return REAL(PQsendQueryParams)(connection, text, count, types, values, lengths, formats, format);
}

/* The time of day stands still during a request, since what is written once a second would make a slow machine's requests
 * dearer. libdispatch has the machine's: it counts its timeouts from there. */

long dispatch_semaphore_signal(void *semaphore);
static int is_of_libdispatch(void *caller) {
    Dl_info own, found;
    return dladdr((void *)REAL(dispatch_semaphore_signal), &own) && dladdr(caller, &found)
        && found.dli_fbase == own.dli_fbase;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static __typeof__(&clock_gettime) real;
    if (!real) real = REAL(clock_gettime);
    int64_t set = shared->clock;
    int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!set || !is_wall || is_of_libdispatch(__builtin_return_address(0))) return real(clock, time);
    *time = (struct timespec){set / 1000000000, set % 1000000000};
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    int64_t set = shared->clock;
    if (!set || is_of_libdispatch(__builtin_return_address(0))) return REAL(gettimeofday)(time, zone);
    *time = (struct timeval){set / 1000000000, set % 1000000000 / 1000};
    return 0;
}

/* Hops. */

/* Wakes an event loop of NIO: another thread has work for it. */
int eventfd_write(int file, eventfd_t value) {
    add(LOOPS);
    return REAL(eventfd_write)(file, value);
}

/* Wakes a thread of our own, the writer's or the log's. What libdispatch tells its own threads is not counted: those run
 * the jobs. */
long dispatch_semaphore_signal(void *semaphore) {
    if (!is_of_libdispatch(__builtin_return_address(0))) add(THREADS);
    return REAL(dispatch_semaphore_signal)(semaphore);
}

#if defined(__has_attribute)
#if __has_attribute(swiftcall)
#define SWIFT __attribute__((swiftcall))
#endif
#endif
#ifndef SWIFT
#define SWIFT /* The arguments that we see lie where C has them, too. */
#endif

/* Swift's runtime calls this for each job that becomes ready for the pool of threads, the other side of an `await`:
 * https://github.com/swiftlang/swift/blob/main/include/swift/Runtime/Concurrency.h */
typedef SWIFT void (*enqueue)(void *job);
SWIFT static void enqueued(void *job, enqueue original) {
    add(JOBS);
    original(job);
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("COST_COUNTERS");
    if (!path) return;
    int file = REAL(open)(path, O_RDWR | O_CLOEXEC);
    void *map = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) abort();
    shared = map;
    static const char *names[] = {"transactions", "statements", "jobs", "loops", "threads", "allocations", "stolen"};
    for (int i = 0; i < FIRST_CALL; i++) strcpy(shared->names[i], names[i]);
#define NAME(type, name, parameters, arguments) strcpy(shared->names[CALL_##name], #name);
    CALLS(NAME)
#define OTHER_NAME(name) strcpy(shared->names[CALL_##name], #name);
    OTHERS(OTHER_NAME)
    void **hook = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
    if (hook) *hook = (void *)enqueued;
    begin_turns(&shared->counts[STOLEN]);
}
