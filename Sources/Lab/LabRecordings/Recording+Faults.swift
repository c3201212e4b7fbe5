import LabFaults
import TouchKitContacts
import TouchKitGeometry

extension Recording {
    /// The recording's touch frames as its panels would have said them, had they been bad ones.
    ///
    /// Each panel that tells fingers apart by slots has all the faults, and a chance of its own. It is switched on when the
    /// recording's time begins.
    ///
    /// - Parameters:
    ///   - faults: What is wrong, in order; with none, the frames are those of `RecordingPlayer`.
    ///   - seed: Chooses among what may happen by chance.
    ///   - end: Until when faults that need no finger go on; nil: until the last frame.
    package func frames(
        with faults: [PanelFault], seed: UInt64 = 1, until end: Timestamp? = nil
    ) -> FaultyFrames<RecordingPlayer> {
        var panels: [PanelFaults] = []
        for (index, device) in devices.enumerated() where !faults.isEmpty {
            let number = UInt32(index) + 1
            guard let panel = FaultyPanel(device.description, device: DeviceID(rawValue: number))
            else { continue }
            panels.append(PanelFaults(faults, panel: panel, seed: seed &+ UInt64(index)))
        }
        return FaultyFrames(RecordingPlayer(self), panels, until: end)
    }
}
