import CTouchTrackerLinux
import Glibc

/// One epoll: waits until a watched descriptor is readable.
///
/// A source is known by a number of the caller's. Waiting allocates nothing.
package final class EventLoop {
    private let descriptor: OwnedDescriptor
    private var ready: [epoll_event]

    /// How often the wait has returned: the wake-ups of the process, as far as this loop goes.
    package private(set) var returns: UInt64 = 0

    /// Makes a loop that watches nothing. Wraps `epoll_create1(2)`.
    package init() throws(LinuxError) {
        descriptor = OwnedDescriptor(
            owning: try checked("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        ready = Array(repeating: epoll_event(), count: 16)
    }

    /// Watches a descriptor. Wraps `epoll_ctl(2)`.
    package func watch(_ watched: Int32, as source: UInt32) throws(LinuxError) {
        try control(EPOLL_CTL_ADD, watched, source, EPOLLIN.rawValue)
    }

    /// Forgets a watched descriptor; to be called before it is closed.
    package func unwatch(_ watched: Int32) throws(LinuxError) {
        try control(EPOLL_CTL_DEL, watched, 0, 0)
    }

    /// Keeps quiet about a watched descriptor until it is resumed; nothing it has to say is lost.
    package func pause(_ watched: Int32, as source: UInt32) throws(LinuxError) {
        try control(EPOLL_CTL_MOD, watched, source, 0)
    }

    /// Speaks again of a descriptor that was paused.
    package func resume(_ watched: Int32, as source: UInt32) throws(LinuxError) {
        try control(EPOLL_CTL_MOD, watched, source, EPOLLIN.rawValue)
    }

    /// Sleeps until something watched is readable, and calls `body` with each source that is.
    ///
    /// Wraps `epoll_wait(2)` without a time-out: what is to happen at a time has a timer.
    package func wait(_ body: (_ source: UInt32) -> Void) throws(LinuxError) {
        let count = try checked("epoll_wait") {
            // Also a wait that a signal ended has woken the process.
            defer { returns += 1 }
            return epoll_wait(descriptor.number, &ready, Int32(ready.count), -1)
        }
        for index in 0..<Int(count) { body(ready[index].data.u32) }
    }

    private func control(
        _ operation: Int32, _ watched: Int32, _ source: UInt32, _ events: UInt32
    ) throws(LinuxError) {
        var event = epoll_event()
        event.events = events
        event.data.u32 = source
        try checked("epoll_ctl") { epoll_ctl(descriptor.number, operation, watched, &event) }
    }
}
