// Counts the allocations of the calling thread: the program's own malloc, wrapped.
#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>

/// Whether allocations are counted: not under a sanitizer, which has a malloc of its own.
bool allocation_counter_is_active(void);

/// The number of allocations (malloc, calloc, realloc, aligned ones) of this thread so far.
unsigned long allocation_counter_value(void);

#endif
