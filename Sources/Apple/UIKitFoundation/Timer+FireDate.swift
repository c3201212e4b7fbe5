import Foundation
import TouchKit

extension TouchKit.Timer {
    /// The date at which the timer fires next. Assigning a date moves the call; with the distant
    /// future, the timer pauses. Has no meaning before the addition to a run loop.
    public var fireDate: Date {
        get {
            let interval = timeUntilFire
            return interval.isFinite ? Date(timeIntervalSinceNow: interval) : .distantFuture
        }
        set {
            timeUntilFire = newValue == .distantFuture ? .infinity : newValue.timeIntervalSinceNow
        }
    }
}
