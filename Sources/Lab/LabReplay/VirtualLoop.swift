import KioskRuntime
import TouchKit
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// A clock whose time changes only when `now` is set.
final class VirtualClock {
    /// The current virtual time.
    var now = Timestamp.zero
}

/// A loop that drives a session like `MainLoop`, but without waiting: the loop sets the clock to
/// the next deadline.
@MainActor
struct VirtualLoop {
    private let session: Session
    private let clock: VirtualClock
    private var framesShown = 0

    /// Creates a loop that drives `session` by setting `clock`.
    init(session: Session, clock: VirtualClock) {
        self.session = session
        self.clock = clock
    }

    /// Performs all work that is due until `time`, in the order of the due times, and sets the
    /// clock to `time`.
    ///
    /// - Parameters:
    ///   - time: The new time.
    ///   - onFrame: Called with the picture of every displayed frame, and the frame's number
    ///     counted from 1.
    /// - Throws: `DisplayError` if a frame cannot be displayed; errors of `onFrame`.
    mutating func advance(
        to time: Timestamp, _ onFrame: (Bitmap, Int) throws -> Void
    ) throws {
        try performWork(onFrame)
        while let deadline = session.nextDeadline, deadline <= time {
            clock.now = max(clock.now, deadline)
            session.advanceTimers(to: clock.now)
            try perform(session.timerFired(at: clock.now), onFrame)
            try performWork(onFrame)
        }
        clock.now = max(clock.now, time)
    }

    /// Runs posted calls and starts a frame if there are touches to deliver or views to draw.
    ///
    /// - Parameter onFrame: Called with the picture of a displayed frame, and the frame's number
    ///   counted from 1.
    /// - Throws: `DisplayError` if a frame cannot be displayed; errors of `onFrame`.
    mutating func performWork(_ onFrame: (Bitmap, Int) throws -> Void) throws {
        session.application.runPostedCalls(at: clock.now)
        try perform(session.workArrived(at: clock.now), onFrame)
    }

    private mutating func perform(
        _ action: FramePacer.Action, _ onFrame: (Bitmap, Int) throws -> Void
    ) throws {
        try action.perform {
            let next = try session.drawFrame()
            if session.frameLog.frames > framesShown {
                framesShown = session.frameLog.frames
                try onFrame(session.canvas, framesShown)
            }
            return next
        }
    }
}
