import TouchKitGeometry

/// The dispatcher's record of a contact, stored until no view or recognizer depends on the contact
/// any more.
///
/// A record can outlive the contact, for example while a recognizer waits for the next tap. The
/// properties of an unused record are `nil`: each is optional instead of the record, because
/// reading one property of an optional record would copy the whole record.
struct ContactRecord {
    /// The touch object of the contact.
    private(set) var touch: UITouch?
    /// The window in which the contact came down.
    private(set) var window: UIWindow?
    /// The view that the hit test at touch-down returned.
    private(set) var view: UIView?
    /// The touch's values at touch-down, for a `touchesBegan` that is delivered later.
    private(set) var began = UITouch.Snapshot()
    /// The touch's values at the lift or cancellation, or `nil` while the contact is down.
    var end: UITouch.Snapshot?

    /// Creates an unused record.
    init() {}

    /// Creates the record of a contact that has begun.
    @MainActor
    init(touch: UITouch, window: UIWindow, view: UIView) {
        self.touch = touch
        self.window = window
        self.view = view
        began = touch.snapshot
    }
}

/// The object identifiers of a contact's window and hit view, for comparisons without access to the
/// objects.
struct HitTargetIDs {
    var window: ObjectIdentifier
    var view: ObjectIdentifier
}

/// The dispatcher's record of a recognizer that takes part in the current attempt.
///
/// `TouchDispatcher.participants` and `GestureArbiter.participants` use the same indices.
struct DispatchParticipant {
    /// The recognizer.
    let recognizer: UIGestureRecognizer
    /// The new contacts that the recognizer has neither accepted nor declined yet.
    var offeredContacts = ContactSet()
    /// The contacts whose end the recognizer has received.
    var endedContacts = ContactSet()
    /// The time since which the recognizer has been idle, without a touch or state change, or `nil`
    /// if the recognizer is not idle.
    var idleSince: Timestamp?
}
