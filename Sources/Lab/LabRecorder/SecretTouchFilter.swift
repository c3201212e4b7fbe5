import KioskInput

/// Decides for each batch of events of a device whether a recorder writes the events, so that
/// recordings contain no secret touches, such as the unlock pattern.
///
/// A batch is written only if touches are not secret, and their secrecy has not changed since the
/// previous batch and is published as before. Otherwise a secret period may overlap the batch,
/// because the recorder may read events late.
package struct SecretTouchFilter: Sendable {
    /// The treatment of a batch of events.
    package enum Action: Hashable, Sendable {
        /// The events are written.
        case write
        /// The events are discarded, and the recording states that events are missing.
        case pause
        /// The events are discarded.
        case discard
        /// The events are discarded, and the present contacts are written instead.
        case resume
    }

    /// The last published value, which remains if the kiosk closes the device.
    private var secrecy: TouchSecrecy?
    /// Whether a value was published at the previous batch.
    private var wasPublished: Bool
    /// Whether the previous batch was discarded.
    package private(set) var isPaused: Bool

    /// Creates a filter.
    ///
    /// - Parameter secrecy: The device's value at the start of the recording, or `nil` if no kiosk
    ///   uses the device.
    package init(secrecy: TouchSecrecy?) {
        self.secrecy = secrecy
        wasPublished = secrecy != nil
        isPaused = secrecy?.isSecret ?? false
    }

    /// Returns the action for a batch of events.
    ///
    /// - Parameter newSecrecy: The device's value, read after the events, or `nil` if no kiosk uses
    ///   the device at present.
    package mutating func action(for newSecrecy: TouchSecrecy?) -> Action {
        let hasChanged = newSecrecy != nil && newSecrecy != secrecy
        secrecy = newSecrecy ?? secrecy
        // The kiosk may have published another value before it closed the device.
        let isClosed = wasPublished && newSecrecy == nil
        wasPublished = newSecrecy != nil
        let wasPaused = isPaused
        isPaused = hasChanged || isClosed || newSecrecy?.isSecret ?? false
        return switch (wasPaused, isPaused) {
        case (false, false): .write
        case (false, true): .pause
        case (true, true): .discard
        case (true, false): .resume
        }
    }
}
