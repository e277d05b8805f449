/* Records every file and folder that a program creates or opens to others, with its first mode (LD_PRELOAD).
 *
 * A mode that is set later comes too late: whoever opened the file before keeps the descriptor. So the recorded mode is
 * that of the call that created the file. The process's mask is switched off, so that each file has to be private by
 * itself. Each line is: what happened, the mode, the flags of open(2) or 0, and the path, or for a mask the program.
 * Linux only.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int record = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("ENDURANCE_CREATIONS");
    if (!path) return;
    record = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    REAL(umask)(0);
}

static void note(const char *what, mode_t mode, int flags, const char *path) {
    if (record < 0) return;
    int kept = errno;
    char line[4400];
    int length = snprintf(line, sizeof line, "%s %o %x %s\n", what, mode & 07777, flags, path);
    if (length >= (int)sizeof line || write(record, line, (size_t)length) != length) abort();
    errno = kept;
}

static int is_there(int folder, const char *path) {
    struct stat status;
    int kept = errno, found = fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
    errno = kept;
    return found;
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    int creates = record >= 0 && (flags & O_CREAT) && !is_there(folder, path);
    int descriptor = REAL(openat)(folder, path, flags, mode);
    struct stat status;
    if (creates && descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
        note("file", status.st_mode, flags, path);
    return descriptor;
}

#define OPEN_MODE mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { OPEN_MODE return open_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { OPEN_MODE return open_at(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) {
    OPEN_MODE
    /* open_at itself ends here before begin() */
    return record < 0 ? REAL(openat)(folder, path, flags, mode) : open_at(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) { OPEN_MODE return open_at(folder, path, flags, mode); }
int creat(const char *path, mode_t mode) { return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int mkdir(const char *path, mode_t mode) {
    int done = REAL(mkdir)(path, mode);
    if (done == 0) note("folder", mode, 0, path);
    return done;
}

mode_t umask(mode_t mode) {
    if (record < 0) return REAL(umask)(mode);
    note("umask", mode, 0, program_invocation_short_name);
    return 0;
}

static void changed(int descriptor, mode_t mode) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return;
    path[length] = 0;
    note("mode", mode, 0, path);
}

int fchmod(int descriptor, mode_t mode) {
    int done = REAL(fchmod)(descriptor, mode);
    if (done == 0) changed(descriptor, mode);
    return done;
}
int chmod(const char *path, mode_t mode) {
    int done = REAL(chmod)(path, mode);
    if (done == 0) note("mode", mode, 0, path);
    return done;
}
int fchmodat(int folder, const char *path, mode_t mode, int flags) {
    int done = REAL(fchmodat)(folder, path, mode, flags);
    if (done == 0) note("mode", mode, 0, path);
    return done;
}
