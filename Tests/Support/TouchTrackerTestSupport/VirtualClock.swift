import TouchKitGeometry

/// A clock that a kiosk in virtual time reads, and that the test or its loop sets.
package final class VirtualClock {
    /// The current virtual time.
    package var now = Timestamp.zero

    /// Creates a clock that reads 0.
    package init() {}
}
