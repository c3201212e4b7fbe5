import KioskDisplay
import TouchKitGeometry

/// Observes the main loop of a kiosk from launch to end, for example to collect benchmark data.
///
/// The loop also wakes for the observer's deadlines, and the observer may stop the loop.
@MainActor
package protocol MainLoopObserver: AnyObject {
    /// Called once, when the session has been created on the first display.
    ///
    /// The observer must not keep a strong reference to `display`: a display that was disconnected
    /// has to be closed.
    func launched(_ session: Session, on display: any ScanoutDisplay, loop: MainLoop)
    /// Called just before the display of the session is released or closed.
    func displayWillGo()
    /// The time at which the loop must next call `timePassed(loop:)`, or `nil` for none.
    var nextDeadline: Timestamp? { get }
    /// Called whenever the loop's timer fires, at the time of `nextDeadline` or for an earlier
    /// deadline of the kiosk.
    func timePassed(loop: MainLoop)
    /// Called once when the loop ends for any reason, while the session and display still exist.
    func loopEnded(_ loop: MainLoop)
}
