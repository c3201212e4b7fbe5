#include <sys/syscall.h>
#include <unistd.h>

// libdispatch exports these functions for event loops such as CoreFoundation's. Its private header
// `queue_private.h`, which toolchains do not install, declares them.

/// Returns the eventfd that is readable while blocks are queued on the main queue. The first call
/// creates the descriptor. libdispatch owns it.
extern int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the blocks that are queued on the main queue. Must be called on the process's main thread,
/// and not by a block of the main queue. The argument is ignored.
extern void _dispatch_main_queue_callback_4CF(void *message);

/// Returns whether the calling thread is the process's main thread.
static inline int touchtracker_is_main_thread(void) {
    return syscall(SYS_gettid) == getpid();
}
