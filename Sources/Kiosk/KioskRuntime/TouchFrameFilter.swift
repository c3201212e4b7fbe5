import TouchKitContacts

/// A stage between the touch devices and the application that can change or drop touch frames.
///
/// The recorder, the wake touch filter, touch playback and the cleaning lock are such stages.
@MainActor
package protocol TouchFrameFilter: AnyObject {
    /// Filters a touch frame on its way to the application.
    ///
    /// - Parameter frame: The frame, which the filter may change.
    /// - Returns: Whether the frame continues to the next stage.
    func filter(_ frame: inout TouchFrame) -> Bool
}
