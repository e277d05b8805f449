/* Stands between the service and its libraries (LD_PRELOAD) while valgrind counts. counters.c would be counted with them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>

/* From a copy, since valgrind writes into the set, and libdispatch's cannot be written. */
int sigsuspend(const sigset_t *signals) {
    sigset_t copy = *signals;
    return ((__typeof__(&sigsuspend))dlsym(RTLD_NEXT, "sigsuspend"))(&copy);
}
