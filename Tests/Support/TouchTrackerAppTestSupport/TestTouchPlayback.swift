import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting

/// Plays touch frames through a simulator's contacts 100…109, as far as a test requests.
@MainActor
package final class TestTouchPlayback: TouchPlayback {
    /// The number of frames of each playback that `started` stores.
    package static let firstFrameCount = 30

    /// The first frames of each playback that was started, in order.
    package private(set) var started: [[TouchFrame]] = []
    /// The number of playbacks that were stopped before their end.
    package private(set) var stops = 0
    /// Frames that were requested from the playback's source and are not yet played.
    private var upcoming: [TouchFrame] = []
    private var next: ((inout TouchFrame) -> Bool)?
    private var start = 0.0
    /// The simulator's contacts that are down.
    private var down: Set<Int> = []
    private var onEnd: (@MainActor (TouchPlaybackEnd) -> Void)?

    /// Creates a playback that plays nothing.
    package init() {}

    package var isPlaying: Bool { onEnd != nil }

    package func start(
        calibrations: [TouchCalibration], next: @escaping (inout TouchFrame) -> Bool,
        onEnd: @escaping @MainActor (TouchPlaybackEnd) -> Void
    ) {
        self.next = next
        upcoming = []
        while upcoming.count < Self.firstFrameCount, let frame = makeFrame() {
            upcoming.append(frame)
        }
        started.append(upcoming)
        start = CACurrentMediaTime()
        self.onEnd = onEnd
    }

    package func stop() {
        if isPlaying { stops += 1 }
        onEnd = nil
        next = nil
        upcoming = []
    }

    /// Cancels the simulator's contacts that are down.
    package func cancelFingers(on simulator: TouchSimulator) {
        for finger in down.sorted() { simulator.cancel(finger) }
        down.removeAll()
    }

    /// Ends playback for `reason`, as a kiosk does.
    package func end(_ reason: TouchPlaybackEnd, on simulator: TouchSimulator) {
        cancelFingers(on: simulator)
        let call = onEnd
        onEnd = nil
        call?(reason)
    }

    /// Plays the frames that are due up to `seconds` after the start.
    package func play(on simulator: TouchSimulator, seconds: Double) {
        let bounds = UIScreen.main.bounds
        func position(of contact: TouchContact) -> CGPoint {
            CGPoint(
                x: contact.position.x * bounds.width, y: contact.position.y * bounds.height)
        }
        while let frame = upcoming.first ?? makeFrame() {
            guard frame.time.seconds <= seconds else {
                if upcoming.isEmpty { upcoming = [frame] }
                break
            }
            if !upcoming.isEmpty { upcoming.removeFirst() }
            simulator.advance(to: start + frame.time.seconds)
            simulator.frame { script in
                for contact in frame.contacts {
                    let finger = 100 + contact.slot
                    switch contact.state {
                    case .down:
                        down.insert(finger)
                        script.down(finger, at: position(of: contact))
                    case .motion: script.move(finger, to: position(of: contact))
                    case .up:
                        down.remove(finger)
                        script.up(finger)
                    case .cancel:
                        down.remove(finger)
                        script.cancel(finger)
                    }
                }
            }
        }
        simulator.advance(to: start + seconds)
    }

    private func makeFrame() -> TouchFrame? {
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        return next?(&frame) == true ? frame : nil
    }
}
