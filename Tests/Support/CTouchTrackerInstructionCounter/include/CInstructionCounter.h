// Counts the instructions that the calling thread executes outside of the kernel.
#ifndef C_INSTRUCTION_COUNTER_H
#define C_INSTRUCTION_COUNTER_H

#include <stdint.h>

/// Starts counting. Returns 0, or the errno that says why there is nothing to count with.
int instruction_counter_start(void);

/// The number of instructions so far; 0 if it was never started.
uint64_t instruction_counter_value(void);

#endif
