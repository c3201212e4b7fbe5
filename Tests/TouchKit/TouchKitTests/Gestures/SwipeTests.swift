import Testing
import TouchKit
import TouchKitTesting

/// Swipes within and beyond their limits.
@Suite("Swipe", .serialized)
@MainActor
struct SwipeTests: StageSuite {
    typealias Direction = UISwipeGestureRecognizer.Direction

    let stage = Stage()

    private func swipe(
        _ direction: Direction = .right, fingers: Int = 1
    ) -> UISwipeGestureRecognizer {
        let swipe = UISwipeGestureRecognizer()
        swipe.direction = direction
        swipe.numberOfTouchesRequired = fingers
        return stage.add("S", swipe, to: stage.window)
    }

    @Test("R-7.17: By default a swipe goes to the right with one finger.")
    func defaults() {
        let swipe = UISwipeGestureRecognizer()
        #expect(swipe.direction == .right)
        #expect(swipe.numberOfTouchesRequired == 1)
        #expect(Direction.right.rawValue == 1 && Direction.left.rawValue == 2)
        #expect(Direction.up.rawValue == 4 && Direction.down.rawValue == 8)
    }

    /// 50·(1 − 0.94 t) points along the direction.
    @Test(
        "R-7.17: A swipe needs 50 points at the start, and less the longer it lasts.",
        arguments: [
            (0.001, 49.96, true), (0.001, 49.94, false), (0.1, 45.31, true), (0.1, 45.29, false),
            (0.25, 38.26, true), (0.25, 38.24, false), (0.5, 26.51, true), (0.5, 26.49, false),
        ] as [(Double, Double, Bool)])
    func distance(time: Double, travel: Double, isSwipe: Bool) {
        _ = swipe()
        #expect(actions("1↓(50,50)@0 1→(+\(travel))@\(time) 1↑@1").count == (isSwipe ? 1 : 0))
    }

    /// 50·(1 − 0.98 t) points across the direction.
    @Test(
        "R-7.17: A swipe may deviate 50 points at the start, and less the longer it lasts.",
        arguments: [
            (0.1, 45.09, true), (0.1, 45.11, false), (0.5, 25.49, true), (0.5, 25.51, false),
        ] as [(Double, Double, Bool)])
    func deviation(time: Double, aside: Double, isSwipe: Bool) {
        _ = swipe()
        #expect(actions("1↓(50,150)@0 1→(+100,\(aside))@\(time) 1↑@1").count == (isSwipe ? 1 : 0))
        #expect(
            actions("1↓(50,150)@10 1→(150,\(150 - aside))@\(10 + time) 1↑@11").count
                == (isSwipe ? 1 : 0))
    }

    @Test("R-7.17: A swipe takes at most half a second, and only moves can complete it.")
    func duration() {
        _ = swipe()
        #expect(actions("1↓(50,50)@0 1→(+100)@.5 1↑@1") == ["S!ended@0.5"])
        #expect(actions("1↓(50,50)@10 1→(+100)@10.500001 1↑@11") == [])
        // The distance suffices only at the lift, and without a move there is no swipe.
        #expect(actions("1↓(50,50)@20 1→(+40)@20.01 1↑@20.4") == [])
    }

    @Test("R-7.18: A swipe fails 0.1 points behind its start; turning back before that is allowed.")
    func backwards() {
        _ = swipe()
        #expect(actions("1↓(50,50)@0 1→(49.9,50)@.1 1→(+100)@.2 1↑@1") == [])
        #expect(actions("1↓(50,50)@10 1→(+30)@10.1 1→(+0)@10.2 1→(+100)@10.3 1↑@11").count == 1)
    }

    @Test(
        "R-7.19: A swipe needs the exact number of fingers, and each finger has to qualify.",
        arguments: [
            (1, "1↓(50,50)&2↓(50,90)@0 1→(+100)&2→(+100)@.1 1↑&2↑@.2", false),
            (2, "1↓(50,50)&2↓(50,90)@0 1→(+100)&2→(+100)@.1 1↑&2↑@.2", true),
            (2, "1↓(50,50)&2↓(50,90)@0 1→(+100)&2→(+20)@.1 1↑&2↑@.2", false),
            (2, "1↓(50,50)&2↓(50,90)@0 1→(+100)@.05 2→(+100)@.1 1↑&2↑@.2", true),
            (2, "1↓(50,50)@0 1→(+100)@.1 1↑@.2", false),
            (2, "1↓(50,50)@0 2↓(50,90)@.05 1→(+100)&2→(+100)@.2 1↑&2↑@.3", true),
            (2, "1↓(50,50)&2↓(50,90)&3↓(50,10)@0 1→(+100)&2→(+100)&3→(+100)@.1 1↑&2↑&3↑@.2", false),
            (2, "1↓(50,50)&2↓(50,90)@0 2↑@.05 1→(+100)@.1 1↑@.2", false),
        ])
    func fingers(required: Int, script: String, isSwipe: Bool) {
        _ = swipe(fingers: required)
        #expect(actions(script).count == (isSwipe ? 1 : 0))
    }

    /// The requested directions, and the directions that are accepted for them.
    private nonisolated static let masks: [(Direction, Direction)] = [
        (.right, .right), (.left, .left), (.up, .up), (.down, .down),
        ([.right, .left], [.right, .left]), ([.up, .down], [.up, .down]),
        ([.right, .down], .right), ([.left, .up, .down], .left), ([], []),
        (Direction(rawValue: 1 << 7), []),
    ]

    @Test(
        "R-7.20: Any requested direction is accepted; a horizontal one disables the vertical ones.",
        arguments: SwipeTests.masks)
    func directions(asked: Direction, accepted: Direction) {
        _ = swipe(asked)
        let ways: [(Direction, String)] = [
            (.right, "(300,200)"), (.left, "(100,200)"), (.up, "(200,100)"), (.down, "(200,300)"),
        ]
        for (index, (direction, end)) in ways.enumerated() {
            let time = index * 10
            let sent = actions("1↓(200,200)@\(time) 1→\(end)@\(time).1 1↑@\(time).2")
            #expect(sent.count == (accepted.contains(direction) ? 1 : 0), "\(direction)")
        }
    }

    @Test("R-7.21: The location of a swipe is where it began.")
    func place() {
        let swipe = swipe(fingers: 2)
        var place = CGPoint.zero
        swipe.addAction { place = $0.location(in: nil) }
        _ = actions("1↓(50,50)&2↓(50,90)@0 1→(+100)&2→(+100)@.1 1↑&2↑@.2")
        #expect(place == CGPoint(50, 70))
    }

    @Test("R-7.21: The locations of the touches are where they came down, also after they lift.")
    func touches() {
        let swipe = swipe(fingers: 2)
        var found: [[CGPoint]] = []
        swipe.addAction { swipe in
            found.append((0..<swipe.numberOfTouches).map { swipe.location(ofTouch: $0, in: nil) })
        }
        _ = actions("1↓(50,50)&2↓(50,90)@0 1→(+100)&2→(+100)@.1 1↑&2↑@.2")
        #expect(found.count == 1)
        let required = stage.manual("A")
        swipe.require(toFail: required)
        _ = actions("1↓(50,50)&2↓(50,90)@10 1→(+100)&2→(+100)@10.1 1↑&2↑@10.2")
        #expect(found.count == 1)
        required.state = .failed
        #expect(found == Array(repeating: [CGPoint(50, 50), CGPoint(50, 90)], count: 2))
    }
}
