import Glibc

/// Looks at a descriptor without waiting.
public enum Poll {
    /// Whether something can be read now. Wraps `poll(2)` with a time-out of 0.
    public static func isReadable(_ descriptor: Int32) -> Bool {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&question, 1, 0) > 0
    }
}
