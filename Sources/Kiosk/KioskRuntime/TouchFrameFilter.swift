import TouchKitContacts

/// A filter between the input devices and the application. The filter can change or drop touch
/// frames, which are the contact changes that a device reports at one time.
///
/// For example, touch playback removes the contacts of input devices while it plays synthetic
/// touches.
@MainActor
package protocol TouchFrameFilter: AnyObject {
    /// Filters a touch frame before the application receives it.
    ///
    /// - Parameter frame: The touch frame, which the filter may change.
    /// - Returns: Whether the frame is passed to the next filter or to the application. `false`
    ///   drops the frame.
    func filter(_ frame: inout TouchFrame) -> Bool
}
