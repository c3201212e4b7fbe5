import KioskDisplay
import TouchKitGeometry

/// An observer of a kiosk's main loop from the application's launch until the loop ends, for
/// example to collect benchmark data.
///
/// The loop wakes for the observer's deadlines, and the observer may stop the loop.
@MainActor
package protocol MainLoopObserver: AnyObject {
    /// Called once, after the session was created on the first display.
    ///
    /// The observer must not retain `display`, so that a disconnected display is deallocated and
    /// its card is closed.
    func launched(_ session: Session, on display: any ScanoutDisplay, loop: MainLoop)
    /// Called just before the session's display is suspended or closed.
    func displayWillClose()
    /// The time at which the loop must call `timerFired(loop:)`, or `nil` if no call is required.
    var nextDeadline: Timestamp? { get }
    /// Called each time the loop's timer fires, whether for `nextDeadline` or for another deadline
    /// of the kiosk.
    func timerFired(loop: MainLoop)
    /// Called once when the loop ends for any reason, while the session and the display still
    /// exist.
    func loopEnded(_ loop: MainLoop)
}
