import CTouchTrackerDispatch
import Glibc

/// Dispatch's main queue, served by an event loop.
///
/// The main queue runs the blocks of `DispatchQueue.main` and the main actor's jobs. Its descriptor
/// is readable while blocks are queued. An empty queue causes no wake-ups; deadlines of
/// `asyncAfter` and `Task.sleep` are kept by a thread of libdispatch.
@MainActor
package final class DispatchMainQueue {
    /// The file descriptor that is readable while blocks are queued. libdispatch owns it.
    private let descriptor: Int32

    /// Joins the main queue, or returns `nil` if the calling thread cannot run its blocks: it is
    /// not the process's main thread, or `dispatchMain()` serves the queue, as in a program with an
    /// asynchronous `main()`.
    ///
    /// The corresponding C function is `_dispatch_get_main_queue_handle_4CF`.
    package init?() {
        // `dispatchMain()` ends the main thread, so the main thread implies that it was not called.
        guard touchtracker_is_main_thread() != 0 else { return nil }
        descriptor = _dispatch_get_main_queue_handle_4CF()
        if descriptor < 0 { return nil }
    }

    /// Starts watching the queue's descriptor.
    ///
    /// - Parameters:
    ///   - events: The event loop of the main thread.
    ///   - source: The source number that the loop reports while blocks are queued.
    package func watch(with events: EventLoop, as source: UInt32) throws(LinuxError) {
        try events.watch(descriptor, as: source)
    }

    /// Makes the descriptor unreadable until another block is queued.
    ///
    /// The corresponding C function is `read(2)`.
    package func acknowledge() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// Runs the queued blocks. Blocks that they queue make the descriptor readable again.
    ///
    /// The corresponding C function is `_dispatch_main_queue_callback_4CF`.
    package func runBlocks() {
        _dispatch_main_queue_callback_4CF(nil)
    }
}
