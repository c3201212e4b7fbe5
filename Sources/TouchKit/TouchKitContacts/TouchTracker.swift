import TouchKitGeometry

/// Turns what devices say about slots into what people mean by fingers.
///
/// A finger is known by device and slot while it is down, and by its `FingerID` for ever. Reports
/// that make no sense (a motion or a lift of a finger that never came down) are passed over; a
/// contact that comes down where one is still down replaces it, and the old one is cancelled: so
/// no finger can be stuck, whatever a device sends.
///
/// Once as many fingers were down at the same time as ever will be, nothing here allocates.
package struct TouchTracker: Sendable {
    private struct LiveFinger {
        var device: DeviceID
        var slot: Int
        var sample: FingerSample
    }

    private var live: [LiveFinger] = []
    private var nextFinger = 1

    /// Makes a tracker that knows of no finger.
    package init() {}

    /// Whether a finger is down.
    ///
    /// - Complexity: O(live fingers).
    package func isDown(_ finger: FingerID) -> Bool {
        live.contains { $0.sample.finger == finger }
    }

    /// The number of fingers that are down.
    package var liveCount: Int { live.count }

    /// Takes one hardware frame and appends what it means to `result`.
    ///
    /// - Parameters:
    ///   - frame: What the device said.
    ///   - geometry: Where normalised positions are on the screen.
    ///   - calibration: The device's correction.
    ///   - result: Gets one change for each finger to which something happened, in the order in
    ///     which the device reports them; it gets the frame's time.
    /// - Complexity: O(contacts × live fingers).
    package mutating func process(
        _ frame: TouchFrame, geometry: ScreenGeometry, calibration: TouchCalibration,
        into result: inout FingerFrame
    ) {
        result.time = frame.time
        for contact in frame.contacts {
            let position = geometry.point(normalized: contact.position, calibration: calibration)
            let index = live.firstIndex {
                $0.device == frame.device && $0.slot == contact.slot
            }
            switch contact.state {
            case .down:
                if let index { finish(index, .cancelled, at: frame.time, into: &result) }
                let sample = FingerSample(
                    finger: FingerID(rawValue: nextFinger), time: frame.time, position: position,
                    pressure: contact.pressure,
                    majorRadius: radius(of: contact, geometry: geometry))
                nextFinger += 1
                live.append(LiveFinger(device: frame.device, slot: contact.slot, sample: sample))
                report(.began, sample, into: &result)
            case .motion:
                guard let index else { continue }
                var sample = live[index].sample
                sample.position = position
                sample.pressure = contact.pressure
                sample.majorRadius = radius(of: contact, geometry: geometry)
                // The kernel may repeat a place; UIKit doesn't.
                if sample == live[index].sample { continue }
                sample.time = frame.time
                live[index].sample = sample
                report(.moved, sample, into: &result)
            case .up:
                guard let index else { continue }
                finish(index, .ended, at: frame.time, into: &result)
            case .cancel:
                guard let index else { continue }
                finish(index, .cancelled, at: frame.time, into: &result)
            }
        }
    }

    /// Cancels every finger of a device (it was unplugged), or all fingers of all devices.
    package mutating func cancelAll(
        of device: DeviceID? = nil, at time: Timestamp, into result: inout FingerFrame
    ) {
        result.time = time
        var index = 0
        while index < live.count {
            if device == nil || live[index].device == device {
                finish(index, .cancelled, at: time, into: &result)
            } else {
                index += 1
            }
        }
    }

    private mutating func finish(
        _ index: Int, _ phase: FingerChange.Phase, at time: Timestamp,
        into result: inout FingerFrame
    ) {
        var sample = live.remove(at: index).sample
        sample.time = time
        report(phase, sample, into: &result)
    }

    private func report(
        _ phase: FingerChange.Phase, _ sample: FingerSample, into result: inout FingerFrame
    ) {
        result.changes.append(FingerChange(phase: phase, sample: sample))
        result.samples.append(sample)
    }

    private func radius(of contact: TouchContact, geometry: ScreenGeometry) -> Double? {
        contact.majorRadius.map { $0 * Double(geometry.scanoutWidth) / geometry.scale }
    }
}
