// Touches and gestures of the application, for logs, observers and tests.
extension UIApplication {
    /// A closure called with one line for each touch method called on a view and each recognizer
    /// action; `nil` disables tracing.
    package var touchTrace: ((String) -> Void)? {
        get { dispatcher.trace }
        set { dispatcher.trace = newValue }
    }

    /// Returns whether a touch began in a window of the application that still exists.
    package func owns(_ touch: UITouch) -> Bool { touch.window?.application === self }

    /// A closure called with one line for each recognizer decision, or `nil` to disable the log at
    /// no cost. Not part of UIKit.
    ///
    /// A line has the form `time  recognizer  state → event → state  (rule)`.
    public var gestureLog: ((String) -> Void)? {
        get { dispatcher.log }
        set { dispatcher.log = newValue }
    }

    /// A closure called for each event of touch delivery and gesture recognition, in the order in
    /// which they occur, or `nil` to disable the observer at no cost. Not part of UIKit.
    ///
    /// The closure must not change views or recognizers.
    public var gestureObserver: ((GestureEvent) -> Void)? {
        get { dispatcher.observer }
        set { dispatcher.observer = newValue }
    }

    /// The result of a consistency check of touch delivery at the current time.
    package var touchAudit: TouchAudit { dispatcher.audit(of: windows) }
}
