import TouchKitContacts
import TouchKitGeometry

/// What the dispatcher keeps of a contact for as long as anybody may have to be told of it: longer
/// than the finger is down, where a recognizer waits for the next tap.
struct ContactRecord {
    let touch: UITouch
    let window: UIWindow
    let view: UIView
    /// What was known when it came down.
    let began: UITouch.Reading
    /// What was known when it was lifted or taken back.
    var last: UITouch.Reading?
    /// What was measured while its view wasn't told.
    var samples: [FingerSample] = []
}

/// Where a contact belongs, to be compared without touching the objects.
struct ContactHome {
    var window: ObjectIdentifier
    var view: ObjectIdentifier
}

/// A recognizer that takes part, beside the arbiter's participant of the same index.
struct Taker {
    let recognizer: UIGestureRecognizer
    /// New contacts that it hasn't been asked about yet.
    var offered = ContactSet()
    /// Contacts whose end it was shown.
    var finished = ContactSet()
    /// Since when it goes on without a finger; nil if it doesn't, or did something just now.
    var idleSince: Timestamp?
}
