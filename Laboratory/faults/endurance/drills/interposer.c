/* Sits between a program and the C library (LD_PRELOAD) and injects faults of the machine where a drill wants them.
 *
 * The program's access to its files, its database server, Apple and its clients passes through here, with one step
 * before and one after each call. A drill counts steps, kills the program with SIGKILL at one of them, fills the disk,
 * moves the clock, or records every change of the files so that a power failure can be simulated afterwards. The drill
 * and the program share `struct control` through a mapped file. Linux only.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The peer or file of a descriptor. control.py uses the same numbers. */
enum place { ELSEWHERE = 0, DATABASE = 1, SECRETS = 2, SERVER = 4, APPLE = 8, CLIENT = 16, FOLDER = 32 };
/* The kind of call. */
enum deed { READ = 1, WRITE = 2, SYNC = 3, TRUNCATE = 4, NAME = 5 };
/* The calls that fail with ENOSPC. */
enum full { FULL_WRITE = 1, FULL_GROWTH = 2, FULL_SYNC = 4, FULL_HALF = 8 };
/* The entries of the journal. */
enum entry { OPENED = 1, WRITTEN = 2, SYNCED = 3, TRUNCATED = 4, UNLINKED = 5, LINKED = 6, RENAMED = 7 };

struct control {
    _Atomic int64_t steps;      /* counted since die_at was set */
    _Atomic int64_t die_at;     /* the step at which to die; 0: no counting */
    _Atomic int64_t places;     /* the places whose steps count */
    _Atomic int64_t died_in;    /* the place of the last step */
    _Atomic int64_t died_doing; /* the kind of that call, negative after the call */
    _Atomic int64_t full;       /* the calls that find no room */
    _Atomic int64_t refused;    /* the number of calls refused */
    _Atomic int64_t clock_ahead; /* seconds */
    _Atomic int64_t apple_port;
    _Atomic int64_t server_port;
};

static struct control *control;
static const char *files;
static int journal = -1;
static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char place_of[1 << 16];
static unsigned char file_of[1 << 16];
static char names[256][512];
static int names_count;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("ENDURANCE_CONTROL");
    files = getenv("ENDURANCE_FILES");
    if (!path || !files) return;
    int shared = REAL(open)(path, O_RDWR | O_CLOEXEC);
    void *map = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
    if (map == MAP_FAILED) abort();
    control = map;
    const char *record = getenv("ENDURANCE_JOURNAL");
    if (record) journal = REAL(open)(record, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int place(int descriptor) {
    return descriptor >= 0 && descriptor < (1 << 16) ? place_of[descriptor] : ELSEWHERE;
}

static void step(int where, int doing) {
    if (!control || !where || !control->die_at || !(control->places & where)) return;
    if (atomic_fetch_add(&control->steps, 1) + 1 != control->die_at) return;
    control->died_in = where;
    control->died_doing = doing;
    /* Threads that do not wait for this step continue, so an answer given too early is sent before the process dies. */
    usleep(30000);
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static int has_no_room(int where, int kind) {
    if (!control || !(where & (DATABASE | SECRETS)) || !(control->full & kind)) return 0;
    control->refused++;
    return 1;
}

/* A journal entry: u8 entry, u8 file, u16 0, u32 length, u64 offset (for OPENED: whether it is a folder), then `length`
 * bytes. The lock is held around the recorded call, so that the journal has the order of the disk. */
static void note(int entry, int file, uint64_t offset, const void *bytes, uint32_t length) {
    if (journal < 0) return;
    unsigned char head[16] = {(unsigned char)entry, (unsigned char)file};
    memcpy(head + 4, &length, 4);
    memcpy(head + 8, &offset, 8);
    struct iovec parts[2] = {{head, 16}, {(void *)bytes, length}};
    if (REAL(writev)(journal, parts, 2) != (ssize_t)(16 + length)) abort();
}

static void lock(void) { if (journal >= 0) pthread_mutex_lock(&journal_lock); }
static void unlock(void) { if (journal >= 0) pthread_mutex_unlock(&journal_lock); }

static int where_is(const char *path) {
    if (!control || !path || strncmp(path, files, strlen(files)) != 0) return ELSEWHERE;
    size_t length = strlen(path);
    /* SQLite's shared memory is never synchronised, and a power failure removes it. */
    if (length > 4 && strcmp(path + length - 4, "-shm") == 0) return ELSEWHERE;
    return strstr(path, "/secrets") ? SECRETS : DATABASE;
}

static int number_of(const char *path) {
    for (int i = 0; i < names_count; i++) if (strcmp(names[i], path) == 0) return i;
    if (names_count == 256 || strlen(path) >= sizeof names[0]) abort();
    strcpy(names[names_count], path);
    return names_count++;
}

static int opened(int descriptor, const char *path) {
    if (descriptor < 0 || descriptor >= (1 << 16)) return descriptor;
    int where = where_is(path);
    struct stat status;
    if (where && fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) where = FOLDER;
    place_of[descriptor] = (unsigned char)where;
    if (!where) return descriptor;
    int file = journal < 0 ? 0 : number_of(path);
    file_of[descriptor] = (unsigned char)file;
    note(OPENED, file, where == FOLDER, path, (uint32_t)strlen(path));
    return descriptor;
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    int where = where_is(path), was_there = 1;
    if (where && (flags & O_CREAT)) {
        was_there = access(path, F_OK) == 0;
        if (!was_there) {
            step(where, NAME);
            if (has_no_room(where, FULL_GROWTH)) { errno = ENOSPC; return -1; }
        }
    }
    lock();
    int descriptor = opened(REAL(openat)(folder, path, flags, mode), path);
    unlock();
    if (!was_there) step(where, -NAME);
    return descriptor;
}

#define OPEN_MODE mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { OPEN_MODE return open_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { OPEN_MODE return open_at(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) {
    OPEN_MODE
    if (!control) return REAL(openat)(folder, path, flags, mode);
    return open_at(folder, path, flags, mode);
}

int close(int descriptor) {
    if (descriptor >= 0 && descriptor < (1 << 16)) place_of[descriptor] = ELSEWHERE;
    return REAL(close)(descriptor);
}

static ssize_t put(int descriptor, const void *bytes, size_t count, off_t offset) {
    int where = place(descriptor);
    struct stat status;
    int grows = fstat(descriptor, &status) == 0 && offset + (off_t)count > status.st_size;
    step(where, WRITE);
    if (has_no_room(where, grows ? FULL_GROWTH : FULL_WRITE)) {
        if (!(control->full & FULL_HALF) || count < 2) { errno = ENOSPC; return -1; }
        count /= 2;
    }
    lock();
    ssize_t done = REAL(pwrite)(descriptor, bytes, count, offset);
    if (done > 0) note(WRITTEN, file_of[descriptor], (uint64_t)offset, bytes, (uint32_t)done);
    unlock();
    step(where, -WRITE);
    return done;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    if (place(descriptor) & (DATABASE | SECRETS)) return put(descriptor, bytes, count, offset);
    return REAL(pwrite)(descriptor, bytes, count, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
    return pwrite(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    int where = place(descriptor);
    if (where & (DATABASE | SECRETS)) {
        off_t offset = lseek(descriptor, 0, SEEK_CUR);
        ssize_t done = put(descriptor, bytes, count, offset);
        if (done > 0) lseek(descriptor, offset + done, SEEK_SET);
        return done;
    }
    step(where, WRITE);
    ssize_t done = REAL(write)(descriptor, bytes, count);
    step(where, -WRITE);
    return done;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    int where = place(descriptor);
    step(where, WRITE);
    ssize_t done = REAL(writev)(descriptor, parts, count);
    step(where, -WRITE);
    return done;
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
    step(place(descriptor), WRITE);
    ssize_t done = REAL(send)(descriptor, bytes, count, flags);
    step(place(descriptor), -WRITE);
    return done;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    ssize_t done = REAL(read)(descriptor, bytes, count);
    int where = place(descriptor);
    if (done > 0 && (where & (SERVER | APPLE | CLIENT))) step(where, -READ);
    return done;
}

ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
    ssize_t done = REAL(recv)(descriptor, bytes, count, flags);
    int where = place(descriptor);
    if (done > 0 && (where & (SERVER | APPLE | CLIENT))) step(where, -READ);
    return done;
}

static int synchronize(int descriptor, int (*real)(int)) {
    int where = place(descriptor);
    step(where, SYNC);
    if (has_no_room(where, FULL_SYNC)) { errno = ENOSPC; return -1; }
    lock();
    int done = real(descriptor);
    if (done == 0 && where) note(SYNCED, file_of[descriptor], 0, NULL, 0);
    unlock();
    step(where, -SYNC);
    return done;
}
int fsync(int descriptor) { return synchronize(descriptor, REAL(fsync)); }
int fdatasync(int descriptor) { return synchronize(descriptor, REAL(fdatasync)); }

int ftruncate(int descriptor, off_t length) {
    int where = place(descriptor);
    step(where, TRUNCATE);
    lock();
    int done = REAL(ftruncate)(descriptor, length);
    if (done == 0 && where) note(TRUNCATED, file_of[descriptor], (uint64_t)length, NULL, 0);
    unlock();
    step(where, -TRUNCATE);
    return done;
}
int ftruncate64(int descriptor, off_t length) { return ftruncate(descriptor, length); }

int unlink(const char *path) {
    int where = where_is(path);
    step(where, NAME);
    lock();
    int done = REAL(unlink)(path);
    if (done == 0 && where) note(UNLINKED, 0, 0, path, (uint32_t)strlen(path));
    unlock();
    step(where, -NAME);
    return done;
}

static int give_name(const char *from, const char *to, int entry, int (*real)(const char *, const char *)) {
    int where = where_is(to);
    step(where, NAME);
    if (has_no_room(where, FULL_GROWTH)) { errno = ENOSPC; return -1; }
    lock();
    int done = real(from, to);
    if (done == 0 && where) {
        char both[1200];
        size_t first = strlen(from) + 1, second = strlen(to);
        if (first + second > sizeof both) abort();
        memcpy(both, from, first);
        memcpy(both + first, to, second);
        note(entry, 0, 0, both, (uint32_t)(first + second));
    }
    unlock();
    step(where, -NAME);
    return done;
}
int link(const char *from, const char *to) { return give_name(from, to, LINKED, REAL(link)); }
int rename(const char *from, const char *to) { return give_name(from, to, RENAMED, REAL(rename)); }

int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
    int port = 0;
    if (address->sa_family == AF_INET) port = ntohs(((const struct sockaddr_in *)address)->sin_port);
    if (address->sa_family == AF_INET6) port = ntohs(((const struct sockaddr_in6 *)address)->sin6_port);
    if (control && port && descriptor >= 0 && descriptor < (1 << 16)) {
        if (port == control->apple_port) place_of[descriptor] = APPLE;
        if (port == control->server_port) place_of[descriptor] = SERVER;
    }
    return REAL(connect)(descriptor, address, length);
}

static int accepted(int descriptor) {
    if (control && descriptor >= 0 && descriptor < (1 << 16)) place_of[descriptor] = CLIENT;
    return descriptor;
}
int accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accepted(REAL(accept)(listener, address, length));
}
int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
    return accepted(REAL(accept4)(listener, address, length, flags));
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int done = REAL(clock_gettime)(clock, time);
    if (done == 0 && control && clock == CLOCK_REALTIME) time->tv_sec += control->clock_ahead;
    return done;
}
int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    int done = REAL(gettimeofday)(time, zone);
    if (done == 0 && control) time->tv_sec += control->clock_ahead;
    return done;
}
