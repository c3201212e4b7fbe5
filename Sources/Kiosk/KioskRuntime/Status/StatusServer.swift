import KioskSystem
import TouchKitGeometry

/// Answers those who ask how the kiosk is, at a local socket. Nobody is listened to or waited for, and a
/// flood of questions gets no more than some answers a second: the rest waits in the kernel, or is sent away
/// by it.
@MainActor
final class StatusServer {
    /// How many are answered in a second.
    static let mostPerSecond = 10
    private static let secondMicroseconds: Int64 = 1_000_000

    private let listener: LocalListener
    private let events: EventLoop
    private let source: UInt32
    private let log: Log
    /// Since when is counted.
    private var began = Timestamp.zero
    /// Who came since then.
    private var visits = 0
    private var saidTrouble = false
    /// When somebody is let in again; nil while everybody is.
    private(set) var resumeAt: Timestamp?

    /// Listens, and has the loop watch for those who come.
    ///
    /// - Throws: `LinuxError` with the socket's path.
    init(folder: String, events: EventLoop, source: UInt32, log: Log) throws(LinuxError) {
        listener = try LocalListener(path: "\(folder)/\(StatusOptions.socketName)")
        self.events = events
        self.source = source
        self.log = log
        try events.watch(listener.descriptor, as: source)
    }

    /// Answers those who came.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - answer: What they are told; asked for once, if at all.
    func serve(at now: Timestamp, answer: () -> String) throws(LinuxError) {
        if now.microseconds(since: began) >= Self.secondMicroseconds {
            began = now
            visits = 0
        }
        var bytes: [UInt8]?
        do throws(LinuxError) {
            while visits < Self.mostPerSecond {
                let visit = try listener.serve {
                    let known = bytes ?? Array(answer().utf8)
                    bytes = known
                    return known
                }
                if visit == .nobody { return }
                visits += 1
            }
        } catch {
            if !saidTrouble { log.warning("nobody can be told how the kiosk is: \(error)") }
            saidTrouble = true
        }
        try events.pause(listener.descriptor, as: source)
        resumeAt = began.advanced(byMicroseconds: Self.secondMicroseconds)
    }

    /// Lets people in again, if it is time for that.
    func timePassed(now: Timestamp) throws(LinuxError) {
        guard let time = resumeAt, time <= now else { return }
        resumeAt = nil
        try events.resume(listener.descriptor, as: source)
    }
}
