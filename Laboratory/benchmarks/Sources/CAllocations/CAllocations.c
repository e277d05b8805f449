#include "CAllocations.h"

#include <stdlib.h>  // also says whether this is glibc

#if defined(__linux__) && defined(__GLIBC__)
#include <errno.h>

// The program's own malloc stands before the C library's for everything that the program loads, the Swift runtime included.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static int is_counting;
static struct allocations seen;

static inline void note(size_t size) {
    if (__builtin_expect(!is_counting, 1)) return;
    seen.count += 1;
    seen.bytes += size;
    if (size > seen.largest) seen.largest = size;
}

void *malloc(size_t size) {
    note(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    note(size);
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note(size);
    return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
    note(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    note(size);
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

int allocations_are_counted(void) { return 1; }

void allocations_start(void) {
    seen = (struct allocations){0, 0, 0};
    is_counting = 1;
}

struct allocations allocations_stop(void) {
    is_counting = 0;
    return seen;
}

#else

int allocations_are_counted(void) { return 0; }
void allocations_start(void) {}
struct allocations allocations_stop(void) { return (struct allocations){0, 0, 0}; }

#endif
