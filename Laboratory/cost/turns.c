/* Lets one thread of the program run at a time, until it waits for something.
 *
 * Whether a thread still runs when the next work for it arrives decides whether it must be woken, and so how often work
 * changes threads; on a busy machine that is chance. With turns a thread goes on until it waits. Then the turn waits until
 * all that were woken meanwhile have asked for it, and goes to the oldest of them: the same request takes the same steps
 * every time. The calls in which threads wait are stood before. A thread that waits in another way keeps its turn for a
 * minute; then it is taken away, which is counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "turns.h"

enum { PATIENCE = 60, THREADS = 1 << 14 };

static _Atomic uint32_t holder; /* the number of a thread; 0: nobody runs */
static _Atomic uint32_t newest;
static _Atomic unsigned char asks[THREADS];
static _Atomic int64_t *stolen;
static int tasks;
static _Thread_local uint32_t number;
static long (*kernel)(long, ...);

/* x86-64 has kept the condition variables of before 2003 beside those of today, and dlsym finds the old ones. */
static void *find(const char *name) {
    void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    return found ? found : dlsym(RTLD_NEXT, name);
}

/* Whether another thread of the program is on a processor, or waits for one. By calls of the kernel itself, which do not
 * count; the directory is that of https://man7.org/linux/man-pages/man5/proc_pid_task.5.html. */
static int others_run(void) {
    struct { uint64_t inode; int64_t next; uint16_t length; uint8_t type; char name[]; } *entry;
    char entries[4096] __attribute__((aligned(8))), name[32], text[512];
    long own = kernel(SYS_gettid), filled;
    kernel(SYS_lseek, tasks, 0L, SEEK_SET);
    while ((filled = kernel(SYS_getdents64, tasks, entries, sizeof entries)) > 0) {
        for (char *at = entries; at < entries + filled; at += entry->length) {
            entry = (void *)at;
            if (entry->name[0] == '.' || strtol(entry->name, NULL, 10) == own) continue;
            snprintf(name, sizeof name, "%s/stat", entry->name);
            long file = kernel(SYS_openat, tasks, name, O_RDONLY);
            long length = file < 0 ? -1 : kernel(SYS_read, file, text, sizeof text - 1);
            if (file >= 0) kernel(SYS_close, file);
            if (length <= 0) continue;
            text[length] = 0;
            /* The name, in brackets, may hold anything; then the state. */
            char *state = strrchr(text, ')');
            if (state && (state[2] == 'R' || state[2] == 'D')) return 1;
        }
    }
    return 0;
}

static long seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

void take_turn(void) {
    if (!stolen) return;
    int error = errno;
    if (!number) number = atomic_fetch_add(&newest, 1) + 1;
    if (number >= THREADS) abort();
    asks[number] = 1;
    uint32_t seen, last = 0;
    long since = seconds();
    while ((seen = holder) != number) {
        if (seen != last) last = seen, since = seconds();
        int may_take = seen == 0 || seconds() - since >= PATIENCE;
        if (may_take && atomic_compare_exchange_strong(&holder, &(uint32_t){seen}, number)) {
            if (seen) atomic_fetch_add(stolen, 1);
            break;
        }
        struct timespec patience = {PATIENCE, 0};
        if (seen) kernel(SYS_futex, &holder, FUTEX_WAIT_PRIVATE, seen, &patience, NULL, 0);
    }
    asks[number] = 0;
    errno = error;
}

void give_turn(void) {
    if (!number || holder != number) return;
    int error = errno;
    struct timespec moment = {0, 20000};
    for (long begun = seconds(); others_run() && seconds() - begun < PATIENCE / 2;) kernel(SYS_nanosleep, &moment, NULL);
    uint32_t next = 1;
    while (next <= newest && !asks[next]) next++;
    if (atomic_compare_exchange_strong(&holder, &(uint32_t){number}, next <= newest ? next : 0))
        kernel(SYS_futex, &holder, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
    errno = error;
}

void begin_turns(_Atomic int64_t *taken_away) {
    kernel = (long (*)(long, ...))find("syscall");
    tasks = (int)kernel(SYS_openat, AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    stolen = taken_away;
    take_turn();
}

#define WAITS(type, name, parameters, arguments) \
    type name parameters { \
        static __typeof__(&name) real; \
        if (!real) real = (__typeof__(&name))find(#name); \
        give_turn(); \
        type result = real arguments; \
        take_turn(); \
        return result; \
    }

WAITS(int, epoll_wait, (int queue, struct epoll_event *events, int count, int timeout), (queue, events, count, timeout))
WAITS(int, epoll_pwait, (int queue, struct epoll_event *events, int count, int timeout, const sigset_t *signals),
      (queue, events, count, timeout, signals))
WAITS(int, poll, (struct pollfd *files, nfds_t count, int timeout), (files, count, timeout))
WAITS(int, ppoll, (struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *signals),
      (files, count, timeout, signals))
WAITS(int, sem_wait, (sem_t *semaphore), (semaphore))
WAITS(int, sem_timedwait, (sem_t *semaphore, const struct timespec *until), (semaphore, until))
WAITS(int, pthread_cond_wait, (pthread_cond_t *condition, pthread_mutex_t *lock), (condition, lock))
WAITS(int, pthread_cond_timedwait, (pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *until),
      (condition, lock, until))
WAITS(int, pthread_join, (pthread_t thread, void **given), (thread, given))
WAITS(int, sched_yield, (void), ())
WAITS(int, nanosleep, (const struct timespec *time, struct timespec *rest), (time, rest))
WAITS(int, usleep, (useconds_t time), (time))
WAITS(unsigned, sleep, (unsigned time), (time))
WAITS(int, sigsuspend, (const sigset_t *signals), (signals))

#define LOCKS(name, try_name, type) \
    int name(type *lock) { \
        static __typeof__(&name) real; \
        static __typeof__(&try_name) try; \
        if (!real) real = (__typeof__(&name))find(#name); \
        if (!try) try = (__typeof__(&try_name))find(#try_name); \
        if (!number || holder != number) return real(lock); \
        if (try(lock) == 0) return 0; \
        give_turn(); \
        int result = real(lock); \
        take_turn(); \
        return result; \
    }
LOCKS(pthread_mutex_lock, pthread_mutex_trylock, pthread_mutex_t)
LOCKS(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, pthread_rwlock_t)
LOCKS(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, pthread_rwlock_t)

struct start {
    void *(*routine)(void *);
    void *argument;
    uint32_t number;
};

static void *start_in_turn(void *given) {
    struct start start = *(struct start *)given;
    free(given);
    number = start.number;
    take_turn();
    void *result = start.routine(start.argument);
    give_turn();
    return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
    static __typeof__(&pthread_create) real;
    if (!real) real = (__typeof__(&pthread_create))find("pthread_create");
    struct start *start = malloc(sizeof *start);
    *start = (struct start){routine, argument, atomic_fetch_add(&newest, 1) + 1};
    return real(thread, attributes, start_in_turn, start);
}

_Noreturn void pthread_exit(void *result) {
    give_turn();
    ((__typeof__(&pthread_exit))find("pthread_exit"))(result);
    abort();
}
