import TouchKitContacts

/// A link of the chain between touch devices and the application: sees every hardware frame first,
/// and may change it or keep it back.
///
/// Recorder, wake touch, cleaning lock and fault injection are such links.
@MainActor
package protocol TouchFilter: AnyObject {
    /// Takes a frame on its way to the application.
    ///
    /// - Returns: Whether the frame goes on.
    func filter(_ frame: inout TouchFrame) -> Bool
}
