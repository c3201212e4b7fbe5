import TouchKit
import TouchKitTesting

/// Generates random input of up to ten fingers: taps, drags, holds, jumps and cancellations.
@MainActor
struct RandomFingerInput {
    private struct Finger {
        var location: CGPoint
        var step: CGVector
        /// The number of frames until the finger is lifted.
        var framesLeft: Int
    }

    private let dice: RandomChoices
    private var fingers: [Int: Finger] = [:]
    private var lastLocation = CGPoint(x: 200, y: 200)
    /// The largest number of fingers that are down together.
    private let maximumFingerCount: Int

    init(_ dice: RandomChoices) {
        self.dice = dice
        maximumFingerCount = [1, 2, 3, 5, 10][dice.roll(5)]
    }

    /// Sends one hardware frame.
    mutating func play(on simulator: TouchSimulator) {
        simulator.frame { frame in
            for number in 0..<maximumFingerCount {
                if fingers[number] != nil {
                    continueFinger(number, &frame)
                } else if dice.once(in: 6) {
                    beginFinger(number, &frame)
                }
            }
        }
    }

    /// Lifts all fingers, in one frame or in several.
    mutating func liftAll(on simulator: TouchSimulator) {
        if dice.once(in: 2) {
            simulator.frame { frame in for number in fingers.keys.sorted() { frame.up(number) } }
        } else {
            for number in fingers.keys.sorted() { simulator.up(number) }
        }
        fingers.removeAll()
    }

    private mutating func beginFinger(_ number: Int, _ frame: inout TouchSimulator.Frame) {
        let location: CGPoint
        switch dice.roll(6) {
        // The next tap of a sequence, or a second finger nearby.
        case 0, 1:
            location = CGPoint(
                x: lastLocation.x + dice.number(in: -8...8),
                y: lastLocation.y + dice.number(in: -8...8))
        case 2:
            location = CGPoint(x: dice.number(in: 0...20), y: dice.number(in: 0...400))
        default:
            location = CGPoint(x: dice.number(in: -10...410), y: dice.number(in: -10...410))
        }
        lastLocation = location
        var step = CGVector(dx: 0, dy: 0)
        var framesLeft = dice.roll(30) + 1
        switch dice.roll(4) {
        case 0:
            framesLeft = dice.roll(6) + 1
        case 1:
            break
        default:
            step = CGVector(dx: dice.number(in: -12...12), dy: dice.number(in: -12...12))
            if dice.once(in: 2) { step = CGVector(dx: step.dx, dy: step.dy / 20) }
        }
        fingers[number] = Finger(location: location, step: step, framesLeft: framesLeft)
        frame.down(number, at: location)
    }

    private mutating func continueFinger(_ number: Int, _ frame: inout TouchSimulator.Frame) {
        guard var finger = fingers[number] else { return }
        finger.framesLeft -= 1
        if finger.framesLeft <= 0 {
            fingers[number] = nil
            if dice.once(in: 15) { frame.cancel(number) } else { frame.up(number) }
            return
        }
        if dice.once(in: 100) {
            finger.location = CGPoint(x: dice.number(in: 0...400), y: dice.number(in: 0...400))
        } else {
            finger.location.x += finger.step.dx
            finger.location.y += finger.step.dy
        }
        fingers[number] = finger
        frame.move(number, to: finger.location)
        // In rare cases the finger is lifted and comes down again in one frame.
        if dice.once(in: 200) {
            frame.up(number)
            frame.down(number, at: finger.location)
        }
    }
}
