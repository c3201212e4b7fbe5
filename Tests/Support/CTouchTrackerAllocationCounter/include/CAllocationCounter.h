// Counts the allocations of the calling thread: the program's own malloc, wrapped.
#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// The number of allocations (malloc, calloc, realloc, aligned ones) of this thread so far. Stays 0
/// under a sanitizer.
unsigned long allocation_counter_value(void);

#endif
