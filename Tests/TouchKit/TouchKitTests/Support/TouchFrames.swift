import TouchKit
import TouchKitContacts

/// Touch updates in the form that the runtime sends them, for tests of dispatch edge cases.
struct TouchFrames {
    var finger = TouchIdentifier(rawValue: 1)
    var place = CGPoint(10, 10)

    func down(at seconds: Double) -> TouchUpdate {
        frame(.began, at: seconds)
    }

    func up(at seconds: Double) -> TouchUpdate {
        frame(.ended, at: seconds)
    }

    func frame(_ phase: TouchChange.Phase, at seconds: Double) -> TouchUpdate {
        let time = Timestamp(seconds: seconds)
        let sample = TouchSample(touch: finger, time: time, position: place)
        return TouchUpdate(
            time: time, changes: [TouchChange(phase: phase, sample: sample)], samples: [sample])
    }
}
