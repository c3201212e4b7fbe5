import Glibc
import LabFieldTest
import TouchKitGeometry

extension Technician {
    // MARK: Coverage

    /// Paints row by row, then taps what stayed open, and gives up in the end.
    func paint() {
        let pitch = 4.0
        let rows = Int(size.height / pitch) + 1
        put(0, at: CGPoint(x: 0, y: 0.5))
        for row in 0...rows {
            let y = min(max(Double(row) * pitch, 0.5), size.height - 0.5)
            let left = CGPoint(x: 0, y: y)
            let right = CGPoint(x: size.width, y: y)
            move(
                0, along: row.isMultiple(of: 2) ? [left, right] : [right, left],
                speed: hand.number(190, 260))
            guard test.phase == .testing(.coverage) else { return lift() }
        }
        lift()
        var tries = 0
        while test.phase == .testing(.coverage), let coverage = test.coverage, tries < 400 {
            guard let open = open(coverage, after: tries) else { break }
            tries += 1
            tap(stage.millimeters(CGPoint(x: open.midX, y: open.midY)), seconds: 0.06)
            // Where a tap comes of nothing again and again, nothing will.
            if tries > 3 * (coverage.isCovered.count - coverage.coveredCount) + 30 { break }
        }
        if test.phase == .testing(.coverage) { wait(1) }
    }

    private func open(_ coverage: CoverageRun, after tries: Int) -> CGRect? {
        let cells = coverage.isCovered.indices.filter { !coverage.isCovered[$0] }
        if cells.isEmpty { return nil }
        let cell = cells[tries % cells.count]
        let layout = test.layout
        return layout.cell(column: cell % layout.columns, row: cell / layout.columns)
    }

    // MARK: Accuracy, linearity, jitter

    func tapCross() {
        guard let accuracy = test.accuracy, let target = accuracy.target else { return wait(0.1) }
        wait(0.5)
        tap(stage.millimeters(accuracy.crosses[target]), seconds: hand.number(0.14, 0.25))
        wait(0.2)
    }

    func drawLine() {
        guard let target = test.linearity?.target else { return wait(0.1) }
        wait(0.6)
        let rail = test.layout.rails[target]
        let from = hand.aim(stage.millimeters(rail.from), 1)
        let to = hand.aim(stage.millimeters(rail.to), 1)
        let phase = hand.number(0, 2 * .pi)
        let places = (0...60).map { step -> CGPoint in
            let part = Double(step) / 60
            let sway = Hand.sway * sin(phase + 9 * part)
            return CGPoint(
                x: from.x + part * (to.x - from.x) + sway, y: from.y + part * (to.y - from.y) - sway
            )
        }
        put(0, at: places[0])
        move(0, along: places, speed: 55)
        lift()
        wait(1)
    }

    func restOnSpot() {
        guard let jitter = test.jitter, let target = jitter.target else { return wait(0.1) }
        wait(0.6)
        put(0, at: hand.aim(stage.millimeters(jitter.spots[target]), 1))
        let start = now.seconds
        // The spot fills; a moment later one has noticed.
        while test.jitter?.target == target, now.seconds - start < 3.5 { wait(0.05) }
        wait(0.2)
        lift()
    }

    // MARK: Fingers

    func useManyFingers() {
        guard let step = test.multiTouch?.step else { return wait(0.1) }
        switch step {
        case .gathering, .holding:
            wait(0.5)
            for finger in 0..<min(stage.slotCount, 10) { putFinger(finger) }
            let start = now.seconds
            while isHolding, now.seconds - start < 14 { wait(0.1) }
            wait(0.3)
            lift()
            wait(0.4)
        case .lifting:
            wait(0.2)
        case .nearing:
            bringTogether()
        }
    }

    private var isHolding: Bool {
        guard test.phase == .testing(.multiTouch) else { return false }
        switch test.multiTouch?.step {
        case .gathering, .holding: return true
        default: return false
        }
    }

    /// Two hands: two arcs of five.
    private func putFinger(_ finger: Int) {
        let hand = finger / 5
        let number = Double(finger % 5)
        let angle = (0.15 + 0.175 * number) * .pi
        let middle = CGPoint(
            x: size.width * (hand == 0 ? 0.27 : 0.73), y: size.height * 0.68)
        let reach = min(size.width * 0.21, size.height * 0.55)
        put(
            finger,
            at: CGPoint(x: middle.x - reach * cos(angle), y: middle.y - reach * sin(angle)))
        wait(0.03)
    }

    private func bringTogether() {
        wait(0.8)
        let middle = CGPoint(x: size.width / 2, y: size.height / 2)
        let apart = min(size.width, size.height) * 0.35
        let angle = hand.number(0, .pi)
        let across = CGVector(dx: cos(angle), dy: sin(angle))
        func places(_ distance: Double) -> [CGPoint] {
            [-1.0, 1.0].map {
                CGPoint(
                    x: middle.x + $0 * distance / 2 * across.dx,
                    y: middle.y + $0 * distance / 2 * across.dy)
            }
        }
        fingers = [0: places(2 * apart)[0], 1: places(2 * apart)[1]]
        wait(0.5)
        // Fingertips touch when their middles are 9 mm apart.
        var distance = 2 * apart
        while distance > 9, test.phase == .testing(.multiTouch) {
            distance -= 0.3
            let both = places(distance)
            fingers = [0: both[0], 1: both[1]]
            wait(0.01)
        }
        wait(0.5)
        lift()
        wait(0.5)
    }

    // MARK: Taps, edges, circles

    func tapSpot() {
        guard let target = test.tap?.target else { return wait(0.1) }
        wait(hand.number(0.12, 0.25))
        put(0, at: hand.aim(stage.millimeters(target), 2))
        wait(hand.number(0.05, 0.1))
        lift()
        wait(0.1)
    }

    func swipeOverEdge() {
        guard let edge = test.edgeSwipe?.target else { return wait(0.1) }
        wait(0.6)
        let middle = hand.aim(CGPoint(x: size.width / 2, y: size.height / 2), 3)
        let speed = hand.number(150, 300)
        // The glass begins somewhere in the first report's way.
        let first = hand.number(0, speed / 100)
        let (start, end) =
            switch edge {
            case .left: (CGPoint(x: first, y: middle.y), CGPoint(x: 40, y: middle.y))
            case .right:
                (
                    CGPoint(x: size.width - first, y: middle.y),
                    CGPoint(x: size.width - 40, y: middle.y)
                )
            case .top: (CGPoint(x: middle.x, y: first), CGPoint(x: middle.x, y: 35))
            case .bottom:
                (
                    CGPoint(x: middle.x, y: size.height - first),
                    CGPoint(x: middle.x, y: size.height - 35)
                )
            }
        put(0, at: start)
        move(0, along: [end], speed: speed)
        lift()
        wait(0.3)
    }

    func drawCircle() {
        let middle = CGPoint(x: size.width / 2, y: size.height / 2)
        let radius = min(size.width, size.height) * 0.3
        put(0, at: CGPoint(x: middle.x + radius, y: middle.y))
        var angle = 0.0
        while test.phase == .testing(.latency), angle < 200 {
            angle += 0.07
            fingers[0] = CGPoint(
                x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
            wait(0.01)
        }
        lift()
    }
}
