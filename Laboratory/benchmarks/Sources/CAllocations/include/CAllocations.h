// Counts what is allocated on the heap, for the benchmark's table of hostile tokens.
#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stddef.h>

struct allocations {
    size_t count;
    size_t bytes;
    size_t largest;
};

/// Whether allocations can be counted on this system (glibc only).
int allocations_are_counted(void);
/// Sets the counts to zero and starts to count, on all threads together.
void allocations_start(void);
/// Stops counting and says what was asked for since the start.
struct allocations allocations_stop(void);

#endif
