import KioskDisplay
import KioskImages
import KioskSystem
import TouchKitGeometry

/// An observer of the main loop that stops the loop at a given time after the launch and saves the
/// picture of the screen.
@MainActor
final class ScreenshotObserver: MainLoopObserver {
    private let request: ScreenshotRequest
    private let clock: () -> Timestamp
    private weak var session: Session?
    /// The time at which the loop must stop, or `nil` before the launch and afterwards.
    private(set) var nextDeadline: Timestamp?
    private var isDue = false
    private var result: Result<Void, PNGError>?

    /// Creates an observer with a clock that is the clock of the main loop.
    init(_ request: ScreenshotRequest, clock: @escaping () -> Timestamp = MonotonicClock.now) {
        self.request = request
        self.clock = clock
    }

    func launched(_ session: Session, on display: any ScanoutDisplay, loop: MainLoop) {
        self.session = session
        nextDeadline = clock().advanced(byMicroseconds: request.microseconds)
    }

    func displayWillClose() {}

    func timerFired(loop: MainLoop) {
        guard let nextDeadline, nextDeadline <= clock() else { return }
        self.nextDeadline = nil
        isDue = true
        loop.stop()
    }

    /// Saves the picture. The loop has drawn the frame of its last turn.
    func loopEnded(_ loop: MainLoop) {
        guard isDue, let session else { return }
        do throws(PNGError) {
            try PNGFile.write(session.canvas, to: request.path)
            result = .success(())
        } catch {
            result = .failure(error)
        }
    }

    /// Checks that the picture was saved.
    ///
    /// - Throws: `CommandFailure` if the file cannot be written, or if the loop ended too early.
    func finish() throws(CommandFailure) {
        switch result {
        case .success: return
        case .failure(let error):
            throw CommandFailure(status: .disk, message: error.description)
        case nil:
            throw CommandFailure(
                status: .software,
                message: "\(request.path): no picture: the program was stopped before its time")
        }
    }
}
