import LabFaults
import TouchKitContacts
import TouchKitGeometry

extension StreamedRecording {
    /// Returns the recording's touch frames with injected faults.
    ///
    /// All faults are injected into each touchscreen with slots, with separate random numbers per
    /// touchscreen. The faults start at time 0 of the recording.
    ///
    /// - Parameters:
    ///   - faults: The faults, in the order of their injection. Without faults, the frames are not
    ///     changed.
    ///   - seed: The seed of the random numbers.
    ///   - end: The time until which faults without a contact, such as ghosts, occur, or `nil` for
    ///     the time of the last frame.
    package func frames(
        with faults: [TouchFault], seed: UInt64 = 1, until end: Timestamp? = nil
    ) -> FaultInjectingSource<RecordingPlayer> {
        var injectors: [FaultInjector] = []
        for (index, device) in devices.enumerated() where !faults.isEmpty {
            let number = UInt32(index) + 1
            guard
                let touchscreen = TouchscreenProperties(
                    device.description, device: DeviceID(rawValue: number))
            else { continue }
            injectors.append(
                FaultInjector(faults, touchscreen: touchscreen, seed: seed &+ UInt64(index)))
        }
        return FaultInjectingSource(RecordingPlayer(self), injectors, until: end)
    }
}
