import TouchKitGeometry

/// A converter from the contacts that touch devices report to touches with positions on the screen.
///
/// A contact is identified by its device and slot while it is down. Its touch keeps one
/// `TouchIdentifier` until it ends. Moves and lifts of contacts that never came down are ignored.
/// If a contact comes down in an occupied slot, the touch of the previous contact is cancelled, so
/// that a missing lift cannot leave a touch that never ends.
///
/// The tracker allocates memory only when the number of simultaneous touches exceeds the previous
/// maximum.
package struct ContactTracker: Sendable {
    /// A touch that is down, with the device and slot of its contact.
    private struct LiveTouch {
        var device: DeviceID
        var slot: Int
        var sample: TouchSample
    }

    private var live: [LiveTouch] = []
    private var nextNumber = 1

    /// Creates a tracker without touches.
    package init() {}

    /// Returns whether a touch is down.
    ///
    /// - Complexity: O(live touches).
    package func isDown(_ touch: TouchIdentifier) -> Bool {
        live.contains { $0.sample.touch == touch }
    }

    /// The number of touches that are down.
    package var liveCount: Int { live.count }

    /// Processes a touch frame and appends the resulting touch changes to `result`.
    ///
    /// - Parameters:
    ///   - frame: The touch frame.
    ///   - geometry: The mapping from normalized device positions to the screen.
    ///   - calibration: The device's position correction.
    ///   - pollMicroseconds: The interval at which the device's driver polls the device, in
    ///     microseconds, or 0 for a device that is not polled. New touches get the interval.
    ///   - result: The update that receives one change for each contact that changed, in the order
    ///     of the frame, and the frame's time.
    /// - Complexity: O(contacts × live touches).
    package mutating func process(
        _ frame: TouchFrame, geometry: ScreenGeometry, calibration: TouchCalibration,
        pollMicroseconds: Int32 = 0, into result: inout TouchUpdate
    ) {
        result.time = frame.time
        let bounds = geometry.bounds
        for contact in frame.contacts {
            var position = geometry.point(normalized: contact.position, calibration: calibration)
            // On a mirrored axis, the device position 0 is the edge that no view contains.
            if position.x == bounds.maxX { position.x = position.x.nextDown }
            if position.y == bounds.maxY { position.y = position.y.nextDown }
            let index = live.firstIndex {
                $0.device == frame.device && $0.slot == contact.slot
            }
            switch contact.state {
            case .down:
                if let index { endTouch(at: index, .cancelled, time: frame.time, into: &result) }
                let sample = TouchSample(
                    touch: TouchIdentifier(rawValue: nextNumber), time: frame.time,
                    position: position, pressure: contact.pressure,
                    majorRadius: radius(of: contact, geometry: geometry),
                    pollMicroseconds: pollMicroseconds)
                nextNumber += 1
                live.append(LiveTouch(device: frame.device, slot: contact.slot, sample: sample))
                append(.began, sample, to: &result)
            case .motion:
                guard let index else { continue }
                var sample = live[index].sample
                sample.position = position
                sample.pressure = contact.pressure
                sample.majorRadius = radius(of: contact, geometry: geometry)
                // The kernel may repeat a position, but UIKit reports no move without a change
                //
                if sample == live[index].sample { continue }
                sample.time = frame.time
                live[index].sample = sample
                append(.moved, sample, to: &result)
            case .up:
                guard let index else { continue }
                endTouch(at: index, .ended, time: frame.time, into: &result)
            case .cancel:
                guard let index else { continue }
                endTouch(at: index, .cancelled, time: frame.time, into: &result)
            }
        }
    }

    /// Cancels all touches of one device, or all touches if `device` is `nil`.
    ///
    /// - Parameters:
    ///   - device: The device whose touches are cancelled, for example after its removal, or `nil`
    ///     for the touches of all devices.
    ///   - time: The time of the cancellation.
    ///   - result: The update that receives the changes.
    package mutating func cancelAll(
        of device: DeviceID? = nil, at time: Timestamp, into result: inout TouchUpdate
    ) {
        result.time = time
        var index = 0
        while index < live.count {
            if device == nil || live[index].device == device {
                endTouch(at: index, .cancelled, time: time, into: &result)
            } else {
                index += 1
            }
        }
    }

    /// Removes the touch at `index` from `live` and appends its last change, with the given phase,
    /// to `result`.
    private mutating func endTouch(
        at index: Int, _ phase: TouchChange.Phase, time: Timestamp,
        into result: inout TouchUpdate
    ) {
        var sample = live.remove(at: index).sample
        sample.time = time
        append(phase, sample, to: &result)
    }

    /// Appends a change with `sample`, and the sample itself, to an update.
    private func append(
        _ phase: TouchChange.Phase, _ sample: TouchSample, to result: inout TouchUpdate
    ) {
        result.changes.append(TouchChange(phase: phase, sample: sample))
        result.samples.append(sample)
    }

    /// Returns the radius of a contact in points, or `nil` if the device does not report it.
    private func radius(of contact: TouchContact, geometry: ScreenGeometry) -> Double? {
        contact.majorRadius.map { $0 * Double(geometry.scanoutWidth) / geometry.scale }
    }
}
