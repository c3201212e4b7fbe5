import TouchKit
import TouchKitContacts

/// Finger frames as the runtime makes them, for tests of the dispatch's own edges.
struct TouchFrames {
    var finger = FingerID(rawValue: 1)
    var place = CGPoint(10, 10)

    func down(at seconds: Double) -> FingerFrame {
        frame(.began, at: seconds)
    }

    func up(at seconds: Double) -> FingerFrame {
        frame(.ended, at: seconds)
    }

    func frame(_ phase: FingerChange.Phase, at seconds: Double) -> FingerFrame {
        let time = Timestamp(seconds: seconds)
        let sample = FingerSample(finger: finger, time: time, position: place)
        return FingerFrame(
            time: time, changes: [FingerChange(phase: phase, sample: sample)], samples: [sample])
    }
}
