import TouchKit
import TouchKitTesting

/// Ten fingers that tap, drag, hold, jump and are taken back, as hands do and as no hand does.
@MainActor
struct PlayHand {
    private struct Finger {
        var place: CGPoint
        var step: CGVector
        /// In how many frames it is lifted.
        var framesLeft: Int
    }

    private let dice: PlayDice
    private var fingers: [Int: Finger] = [:]
    private var lastPlace = CGPoint(x: 200, y: 200)
    /// How many fingers are at most down.
    private let most: Int

    init(_ dice: PlayDice) {
        self.dice = dice
        most = [1, 2, 3, 5, 10][dice.roll(5)]
    }

    /// One hardware frame.
    mutating func play(on simulator: TouchSimulator) {
        simulator.frame { frame in
            for number in 0..<most {
                if fingers[number] != nil {
                    goOn(number, &frame)
                } else if dice.once(in: 6) {
                    comeDown(number, &frame)
                }
            }
        }
    }

    /// Lifts everything, in one frame or in several.
    mutating func lift(on simulator: TouchSimulator) {
        if dice.once(in: 2) {
            simulator.frame { frame in for number in fingers.keys.sorted() { frame.up(number) } }
        } else {
            for number in fingers.keys.sorted() { simulator.up(number) }
        }
        fingers.removeAll()
    }

    private mutating func comeDown(_ number: Int, _ frame: inout TouchSimulator.Frame) {
        let place: CGPoint
        switch dice.roll(6) {
        // A tap in a row, or a second finger close by.
        case 0, 1:
            place = CGPoint(
                x: lastPlace.x + dice.number(in: -8...8), y: lastPlace.y + dice.number(in: -8...8))
        case 2:
            place = CGPoint(x: dice.number(in: 0...20), y: dice.number(in: 0...400))
        default:
            place = CGPoint(x: dice.number(in: -10...410), y: dice.number(in: -10...410))
        }
        lastPlace = place
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
        fingers[number] = Finger(place: place, step: step, framesLeft: framesLeft)
        frame.down(number, at: place)
    }

    private mutating func goOn(_ number: Int, _ frame: inout TouchSimulator.Frame) {
        guard var finger = fingers[number] else { return }
        finger.framesLeft -= 1
        if finger.framesLeft <= 0 {
            fingers[number] = nil
            if dice.once(in: 15) { frame.cancel(number) } else { frame.up(number) }
            return
        }
        if dice.once(in: 100) {
            finger.place = CGPoint(x: dice.number(in: 0...400), y: dice.number(in: 0...400))
        } else {
            finger.place.x += finger.step.dx
            finger.place.y += finger.step.dy
        }
        fingers[number] = finger
        frame.move(number, to: finger.place)
        // Sometimes it does two things in one frame.
        if dice.once(in: 200) {
            frame.up(number)
            frame.down(number, at: finger.place)
        }
    }
}
