import KioskDisplay
import TouchKitGeometry

/// Lives with a kiosk's loop for a while: whoever measures it. The loop wakes for
/// it, and it ends the loop when it is done.
@MainActor
protocol LoopGuest: AnyObject {
    /// There is a session, and a display that it draws on: nobody but the loop may keep that.
    func launched(_ session: Session, on display: any ScanoutDisplay, loop: MainLoop)
    /// The display is about to go.
    func displayWillGo()
    /// When the loop has to call `timePassed(loop:)` without any news; nil for no time.
    var nextDeadline: Timestamp? { get }
    /// A time that `nextDeadline` named may have come.
    func timePassed(loop: MainLoop)
    /// The loop is at its end, whoever wanted that; display and session are still there.
    func loopEnded(_ loop: MainLoop)
}
