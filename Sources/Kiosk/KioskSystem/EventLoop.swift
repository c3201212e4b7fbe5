import CTouchTrackerLinux
import Glibc

/// An epoll instance that waits until any of the watched file descriptors is readable.
///
/// The caller assigns a source number to each descriptor. `wait(_:)` reports a readable descriptor
/// by that number. Waiting allocates no memory.
package final class EventLoop {
    /// The file descriptor of the epoll instance.
    private let descriptor: OwnedDescriptor
    /// The buffer into which `epoll_wait(2)` writes the ready events.
    private var readyEvents: [epoll_event]

    /// The number of completed waits for events, including waits that a signal interrupted. Each
    /// wait ends with one wake-up of the process.
    package private(set) var wakeUpCount: UInt64 = 0

    /// Creates a loop that watches no descriptors.
    ///
    /// The corresponding C function is `epoll_create1(2)`.
    package init() throws(LinuxError) {
        descriptor = OwnedDescriptor(
            owning: try performSystemCall("epoll_create1") {
                epoll_create1(Int32(EPOLL_CLOEXEC))
            })
        readyEvents = Array(repeating: epoll_event(), count: 16)
    }

    /// Starts watching a file descriptor.
    ///
    /// The corresponding C function is `epoll_ctl(2)`.
    ///
    /// - Parameters:
    ///   - watched: The file descriptor to watch.
    ///   - source: The source number that `wait(_:)` passes to its closure for the descriptor.
    package func watch(_ watched: Int32, as source: UInt32) throws(LinuxError) {
        try control(EPOLL_CTL_ADD, watched, source, EPOLLIN.rawValue)
    }

    /// Stops watching a file descriptor. Must be called before the descriptor is closed.
    ///
    /// The corresponding C function is `epoll_ctl(2)`.
    package func unwatch(_ watched: Int32) throws(LinuxError) {
        try control(EPOLL_CTL_DEL, watched, 0, 0)
    }

    /// Stops reporting a watched file descriptor until `resume(_:as:)` is called. Unread data is
    /// not lost.
    ///
    /// The corresponding C function is `epoll_ctl(2)`.
    ///
    /// - Parameters:
    ///   - watched: The watched file descriptor.
    ///   - source: The source number of the descriptor.
    package func pause(_ watched: Int32, as source: UInt32) throws(LinuxError) {
        try control(EPOLL_CTL_MOD, watched, source, 0)
    }

    /// Reports a file descriptor again that was paused with `pause(_:as:)`.
    ///
    /// The corresponding C function is `epoll_ctl(2)`.
    ///
    /// - Parameters:
    ///   - watched: The paused file descriptor.
    ///   - source: The source number of the descriptor.
    package func resume(_ watched: Int32, as source: UInt32) throws(LinuxError) {
        try control(EPOLL_CTL_MOD, watched, source, EPOLLIN.rawValue)
    }

    /// Waits until a watched file descriptor is readable, and calls `body` once for each readable
    /// descriptor with its source number.
    ///
    /// There is no timeout. To wake at a deadline, watch a `TimerDescriptor`. The corresponding C
    /// function is `epoll_wait(2)`.
    package func wait(_ body: (_ source: UInt32) -> Void) throws(LinuxError) {
        let count = try performSystemCall("epoll_wait") {
            // A wait that a signal interrupts is a wake-up too.
            defer { wakeUpCount += 1 }
            return epoll_wait(descriptor.number, &readyEvents, Int32(readyEvents.count), -1)
        }
        for index in 0..<Int(count) { body(readyEvents[index].data.u32) }
    }

    /// Adds, changes or removes a watched file descriptor.
    private func control(
        _ operation: Int32, _ watched: Int32, _ source: UInt32, _ events: UInt32
    ) throws(LinuxError) {
        var event = epoll_event()
        event.events = events
        event.data.u32 = source
        try performSystemCall("epoll_ctl") {
            epoll_ctl(descriptor.number, operation, watched, &event)
        }
    }
}
