// Records the system calls that determine what survives a power cut.
#ifndef C_DURABILITY_TRACE_H
#define C_DURABILITY_TRACE_H

/// Starts recording the calling thread's pwrite, rename, fsync and fdatasync calls.
void durability_trace_begin(void);

/// Makes the rename call with the given number, from 1, fail with EIO. Call this function after
/// durability_trace_begin().
void durability_trace_fail_rename(int number);

/// Stops recording, and returns the calls since the start, for example
/// "fsync file, rename, fsync folder". The text is valid until the thread starts recording again.
const char *durability_trace_end(void);

#endif
