import CTouchTrackerAllocationCounter
import Testing
import TouchKit
import TouchKitContacts
import TouchKitCostScene
import TouchKitTesting
import TouchTrackerTestSupport

/// Memory allocation of touch delivery: none once the largest number of fingers has been down.
@Suite("Dispatch cost", .serialized)
@MainActor
struct DispatchCostTests {
    /// Plays ten fingers that come down, move and are lifted, on five views.
    private struct Round {
        let down: TouchUpdate
        let moves: [TouchUpdate]
        let up: TouchUpdate

        init(number: Int, at start: Double) {
            func frame(_ phase: TouchChange.Phase, _ step: Int) -> TouchUpdate {
                let time = Timestamp(seconds: start + Double(step) * 0.004)
                let samples = (0..<10).map { finger in
                    TouchSample(
                        touch: TouchIdentifier(rawValue: number * 10 + finger), time: time,
                        position: CGPoint(Double(finger * 40 + 5 + step), 20))
                }
                return TouchUpdate(
                    time: time, changes: samples.map { TouchChange(phase: phase, sample: $0) },
                    samples: samples)
            }
            down = frame(.began, 0)
            moves = (1...30).map { frame(.moved, $0) }
            up = frame(.ended, 31)
        }

        @MainActor
        func deliver(to application: UIApplication) {
            application.deliver(down)
            for move in moves { application.deliver(move) }
            application.deliver(up)
        }
    }

    @Test(
        "Ten fingers that tap, drag and lift allocate nothing after warm-up and after a pause.",
        .requiresOptimizedBuild,
        arguments: [0.2, 1.0])
    func warmDeliveriesAllocateNothing(pause: Double) {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        for index in 0..<5 {
            let view = UIView(frame: CGRect(x: CGFloat(index) * 80, y: 0, width: 80, height: 400))
            view.isMultipleTouchEnabled = true
            simulator.window.addSubview(view)
        }
        let rounds = (0..<20).map { Round(number: $0, at: Double($0) * pause) }
        for round in rounds.prefix(5) { round.deliver(to: simulator.application) }
        let before = allocation_counter_value()
        for round in rounds.dropFirst(5) { round.deliver(to: simulator.application) }
        #expect(allocation_counter_value() == before)
        #expect(simulator.application.touchAudit.total.ended == 200)
    }

    @Test("Moves of withheld touches allocate nothing after warm-up.", .requiresOptimizedBuild)
    func withheldMovesAllocateNothing() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let view = UIView(frame: simulator.window.bounds)
        view.isMultipleTouchEnabled = true
        simulator.window.addSubview(view)
        let recognizer = ManualRecognizer()
        recognizer.delaysTouchesBegan = true
        recognizer.onEnded = { recognizer, _, _ in recognizer.state = .failed }
        view.addGestureRecognizer(recognizer)
        var count: UInt = 0
        for number in 0..<20 {
            let round = Round(number: number, at: Double(number))
            simulator.application.deliver(round.down)
            let before = allocation_counter_value()
            for move in round.moves { simulator.application.deliver(move) }
            if number >= 5 { count += allocation_counter_value() - before }
            simulator.application.deliver(round.up)
        }
        #expect(count == 0)
        #expect(simulator.application.touchAudit.total.ended == 200)
    }

    @Test(
        "Thirty recognizers of all kinds allocate nothing after warm-up.",
        .requiresOptimizedBuild,
        arguments: CostScene.Play.allCases)
    func recognizersAllocateNothing(play: CostScene.Play) {
        let scene = CostScene(play, offPath: 100)
        let rounds = (0..<20).map { scene.nextRound(moves: $0 % 3 == 0 ? 2 : 100) }
        for round in rounds.prefix(9) { scene.deliver(round) }
        let actions = scene.actions
        let before = allocation_counter_value()
        for round in rounds.dropFirst(9) { scene.deliver(round) }
        #expect(allocation_counter_value() == before)
        if play != .none { #expect(scene.actions > actions) }
        #expect(scene.simulator.application.touchAudit.total.began == 200)
    }

    @Test("The audit itself allocates nothing.", .requiresOptimizedBuild)
    func auditAllocatesNothing() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        simulator.down(1, at: CGPoint(10, 10))
        var open = 0
        let before = allocation_counter_value()
        for _ in 0..<100 { open += simulator.application.touchAudit.total.unfinished }
        #expect(allocation_counter_value() == before)
        #expect(open == 100)
    }
}
