import Glibc
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Drag scene", .serialized)
@MainActor
struct DragSceneTests {
    /// The scene on a simulated screen. Must be created inside a test, because the newest
    /// application is the shared one.
    @MainActor
    private struct Stage {
        let simulator: TouchSimulator
        let view: DragView

        init(_ width: CGFloat = 800, _ height: CGFloat = 480, scale: CGFloat = 1) throws {
            simulator = TouchSimulator(
                screenSize: CGSize(width: width, height: height), scale: scale)
            let controller = DragViewController()
            simulator.window.rootViewController = controller
            view = try #require(controller.view as? DragView)
            simulator.displayRate = 60
            view.layoutIfNeeded()
            settle()
        }

        var cards: [UIView] { [view.touchCard, view.panCard, view.swingCard] }

        /// Waits until all cards are at rest.
        func settle() {
            simulator.advance(by: 15)
            #expect(!simulator.application.needsFrames)
        }

        /// Moves touches by a vector, evenly, at 240 Hz.
        ///
        /// - Parameter lifts: Whether the touches end with the last step.
        func move(
            _ fingers: [Int: CGPoint], by way: CGVector, seconds: Double, lifts: Bool = false
        ) {
            let steps = Int(seconds * 240)
            for step in 1...steps {
                simulator.advance(by: 1.0 / 240)
                let part = Double(step) / Double(steps)
                simulator.frame { frame in
                    for (finger, start) in fingers {
                        frame.move(
                            finger,
                            to: CGPoint(x: start.x + way.dx * part, y: start.y + way.dy * part))
                    }
                }
            }
            if lifts { for finger in fingers.keys { simulator.up(finger) } }
            simulator.advance(by: 0.02)
        }

        /// Puts touch 1 on a point and moves it by a vector.
        func drag(from start: CGPoint, by way: CGVector, seconds: Double, lifts: Bool = false) {
            simulator.down(1, at: start)
            move([1: start], by: way, seconds: seconds, lifts: lifts)
        }

        /// Whether all cards are completely on the screen, within the solver's tolerance.
        var isAllInside: Bool {
            cards.allSatisfy { view.bounds.insetBy(dx: -0.6, dy: -0.6).contains($0.frame) }
        }
    }

    private func distance(_ left: CGPoint, _ right: CGPoint) -> Double {
        let dx = left.x - right.x
        let dy = left.y - right.y
        return (dx * dx + dy * dy).squareRoot()
    }

    // MARK: The card with touch handling

    @Test("R-1.11: the first card follows its touch exactly, for any touched point.")
    func touchCardFollowsTouch() throws {
        let stage = try Stage()
        let card = stage.view.touchCard
        let start = card.center
        let hold = CGPoint(x: start.x - 30, y: start.y + 41)
        stage.simulator.down(1, at: hold)
        var random = SeededRandom(seed: 1)
        for _ in 0..<500 {
            let place = CGPoint(
                x: random.number(in: 0...800), y: random.number(in: 0...480))
            stage.simulator.advance(by: 1.0 / 240)
            stage.simulator.move(1, to: place)
        }
        stage.simulator.move(1, to: CGPoint(x: hold.x + 100, y: hold.y - 50))
        stage.simulator.advance(by: 0.02)
        #expect(distance(card.center, CGPoint(x: start.x + 100, y: start.y - 50)) < 1e-6)
        stage.simulator.up(1)
        stage.settle()
        #expect(distance(card.center, CGPoint(x: start.x + 100, y: start.y - 50)) < 1e-6)
    }

    @Test("A second touch on the first card has no effect.")
    func secondTouchIsIgnored() throws {
        let stage = try Stage()
        let card = stage.view.touchCard
        let start = card.center
        stage.simulator.down(1, at: start)
        stage.simulator.down(2, at: CGPoint(x: start.x + 20, y: start.y))
        stage.simulator.advance(by: 0.1)
        stage.simulator.move(2, to: CGPoint(x: start.x + 200, y: start.y))
        stage.simulator.advance(by: 0.1)
        #expect(card.center == start)
        stage.simulator.move(1, to: CGPoint(x: start.x, y: start.y + 60))
        stage.simulator.advance(by: 0.1)
        #expect(card.center == CGPoint(x: start.x, y: start.y + 60))
    }

    // MARK: The card with a pan recognizer

    @Test("R-7.11: the second card moves by the touch's distance less the pan's 10 points.")
    func panCardFollowsTranslation() throws {
        let stage = try Stage()
        let card = stage.view.panCard
        let start = card.center
        stage.drag(from: start, by: CGVector(dx: 120, dy: 90), seconds: 0.3)
        #expect(distance(card.center, CGPoint(x: start.x + 112, y: start.y + 84)) < 1e-6)
        var random = SeededRandom(seed: 2)
        for _ in 0..<500 {
            let place = CGPoint(
                x: random.number(in: 300...500), y: random.number(in: 150...300))
            stage.simulator.advance(by: 1.0 / 240)
            stage.simulator.move(1, to: place)
        }
        stage.simulator.move(1, to: CGPoint(x: start.x + 120, y: start.y + 90))
        stage.simulator.up(1)
        stage.settle()
        #expect(distance(card.center, CGPoint(x: start.x + 112, y: start.y + 84)) < 1e-6)
    }

    @Test("Two touches drag the second card by their center, without a jump when one is added.")
    func twoTouchPan() throws {
        let stage = try Stage()
        let card = stage.view.panCard
        stage.drag(from: card.center, by: CGVector(dx: 0, dy: 60), seconds: 0.2)
        let before = card.center
        let second = CGPoint(x: card.center.x + 40, y: card.center.y + 30)
        stage.simulator.down(2, at: second)
        stage.simulator.advance(by: 0.1)
        #expect(card.center == before)
        stage.move([2: second], by: CGVector(dx: 40, dy: 0), seconds: 0.2)
        #expect(distance(card.center, CGPoint(x: before.x + 20, y: before.y)) < 1e-6)
        stage.simulator.up(1)
        stage.simulator.advance(by: 0.1)
        #expect(distance(card.center, CGPoint(x: before.x + 20, y: before.y)) < 1e-6)
        stage.simulator.up(2)
        stage.settle()
    }

    // MARK: The card with an attachment behavior

    @Test("The third card is attached to the touch at the touched point, and swings.")
    func swingCardIsAttached() throws {
        let stage = try Stage()
        let card = stage.view.swingCard
        let hold = CGPoint(x: card.center.x, y: card.center.y - card.bounds.height * 0.4)
        // Each move is delivered separately, so the pan begins with the one 10 points away.
        stage.simulator.displayRate = nil
        stage.drag(from: hold, by: CGVector(dx: -300, dy: 0), seconds: 0.5)
        stage.simulator.advance(by: 0.05)
        // The touch was 10 points to the left of its start when the attachment was created.
        let held = card.convert(
            CGPoint(x: card.bounds.midX - 10, y: card.bounds.height * 0.1), to: stage.view)
        #expect(distance(held, CGPoint(x: hold.x - 300, y: hold.y)) < 2)
        let angle = atan2(card.transform.b, card.transform.a)
        #expect(abs(angle) > 0.2)
        stage.simulator.up(1)
        stage.settle()
        #expect(stage.isAllInside)
    }

    @Test("Released in motion, the card moves on, bounces, and comes to rest without more frames.")
    func releasedInMotion() throws {
        let stage = try Stage()
        let card = stage.view.swingCard
        stage.drag(from: card.center, by: CGVector(dx: -200, dy: 0), seconds: 0.2, lifts: true)
        let released = card.center.x
        stage.simulator.advance(by: 0.1)
        // 1,000 points per second.
        #expect((60...110).contains(released - card.center.x))
        var leftmost = card.center.x
        for _ in 0..<120 {
            stage.simulator.advance(by: 1.0 / 60)
            leftmost = min(leftmost, card.center.x)
            #expect(stage.isAllInside)
        }
        // The card has bounced off the edge.
        #expect(leftmost - card.bounds.width / 2 < 15)
        #expect(card.center.x > leftmost + 20)
        stage.settle()
        #expect(stage.isAllInside)
        #expect(stage.view.animator.behaviors.count == 2)
    }

    @Test("A card whose touch rests before it ends does not move on.")
    func releasedAtRest() throws {
        let stage = try Stage()
        let card = stage.view.swingCard
        stage.drag(from: card.center, by: CGVector(dx: -200, dy: 0), seconds: 0.2)
        stage.simulator.advance(by: 3)
        let held = card.center
        stage.simulator.up(1)
        stage.settle()
        #expect(distance(card.center, held) < 3)
    }

    // MARK: All cards

    @Test("Three touches drag three cards at the same time.")
    func allAtOnce() throws {
        let stage = try Stage()
        let starts = stage.cards.map(\.center)
        let fingers = Dictionary(uniqueKeysWithValues: zip(0..<3, starts))
        stage.simulator.frame { frame in
            for (finger, start) in fingers { frame.down(finger, at: start) }
        }
        stage.move(fingers, by: CGVector(dx: 30, dy: 40), seconds: 0.5)
        for (number, card) in stage.cards.enumerated() {
            let gone = number == 0 ? CGPoint(x: 30, y: 40) : CGPoint(x: 24, y: 32)
            let place = CGPoint(x: starts[number].x + gone.x, y: starts[number].y + gone.y)
            #expect(distance(card.center, place) < (number == 2 ? 2 : 1e-6))
        }
        stage.simulator.frame { frame in for finger in fingers.keys { frame.up(finger) } }
        stage.settle()
    }

    @Test("A card that was dragged beyond an edge moves back.", arguments: [0, 1])
    func returnsInside(number: Int) throws {
        let stage = try Stage()
        let card = stage.cards[number]
        let hold = CGPoint(x: card.center.x + 60, y: card.center.y + 60)
        stage.drag(from: hold, by: CGVector(dx: -hold.x + 2, dy: -hold.y + 2), seconds: 0.3)
        #expect(!stage.isAllInside)
        stage.simulator.up(1)
        stage.settle()
        #expect(stage.isAllInside)
        #expect(card.frame.origin == .zero)
    }

    @Test("After a resize or rotation, all cards are on the screen and can be dragged.")
    func resize() throws {
        let stage = try Stage()
        for card in stage.cards { card.center = CGPoint(x: 760, y: 440) }
        stage.view.animator.updateItem(usingCurrentState: stage.view.swingCard)
        for (width, height, scale) in [(400.0, 240.0, 1.0), (480, 800, 1), (720, 1_280, 2)] {
            stage.simulator.resize(width: width, height: height, scale: scale)
            stage.view.layoutIfNeeded()
            #expect(stage.isAllInside)
            stage.settle()
            #expect(stage.isAllInside)
            stage.drag(
                from: stage.view.swingCard.center, by: CGVector(dx: -80, dy: -80), seconds: 0.2,
                lifts: true)
            stage.settle()
            #expect(stage.isAllInside)
        }
    }

    @Test(
        "After ten random touches, all cards are on the screen and at rest.", arguments: [3, 4, 5])
    func randomTouches(seed: UInt64) throws {
        let stage = try Stage(400, 240)
        // Most touches begin on a card.
        stage.simulator.playRandomTouches(
            seed: seed, frames: 2_000,
            at: { random in
                let middle = stage.cards[random.next(below: 3)].center
                return CGPoint(
                    x: min(max(middle.x + random.number(in: -60...60), 0), 399),
                    y: min(max(middle.y + random.number(in: -60...60), 0), 239))
            })
        stage.settle()
        #expect(stage.isAllInside)
        #expect(stage.view.animator.behaviors.count == 2)
    }

    // MARK: Pictures

    @Test("Pictures: three cards at rest, and with the third one swinging.")
    func pictures() throws {
        let stage = try Stage()
        try expectPicture(stage.simulator.render(), matches: "drag-start")
        let holds = stage.cards.map { CGPoint(x: $0.center.x - 50, y: $0.center.y - 50) }
        let fingers = Dictionary(uniqueKeysWithValues: zip(0..<3, holds))
        stage.simulator.frame { frame in
            for (finger, hold) in fingers { frame.down(finger, at: hold) }
        }
        stage.move(fingers, by: CGVector(dx: -40, dy: -100), seconds: 0.25)
        try expectPicture(stage.simulator.render(), matches: "drag-held")
    }

    @Test("Pictures: in portrait at scale 2 the cards are stacked vertically.")
    func portrait() throws {
        let stage = try Stage(360, 640, scale: 2)
        try expectPicture(stage.simulator.render(), matches: "drag-upright")
    }
}
