import Glibc
import LabFieldTest
import TouchKitGeometry

extension Technician {
    // MARK: Coverage

    /// Performs the coverage test: paints row by row, then taps the remaining cells several times.
    func paintScreen() {
        let pitch = 4.0
        let rows = Int(size.height / pitch) + 1
        putDown(0, at: CGPoint(x: 0, y: 0.5))
        for row in 0...rows {
            let y = min(max(Double(row) * pitch, 0.5), size.height - 0.5)
            let left = CGPoint(x: 0, y: y)
            let right = CGPoint(x: size.width, y: y)
            move(
                0, along: row.isMultiple(of: 2) ? [left, right] : [right, left],
                speed: noise.uniform(190, 260))
            guard test.phase == .testing(.coverage) else { return liftAll() }
        }
        liftAll()
        var tapCount = 0
        while test.phase == .testing(.coverage), let coverage = test.coverage, tapCount < 400 {
            guard let cell = uncoveredCell(coverage, tapCount: tapCount) else { break }
            tapCount += 1
            tap(stage.millimeters(CGPoint(x: cell.midX, y: cell.midY)), seconds: 0.06)
            // Repeated taps on cells in a dead zone have no effect.
            if tapCount > 3 * (coverage.isCovered.count - coverage.coveredCount) + 30 { break }
        }
        if test.phase == .testing(.coverage) { wait(1) }
    }

    /// Returns one of the uncovered cells in points, a different one for each tap, or `nil` if all
    /// cells are covered.
    private func uncoveredCell(_ coverage: CoverageRun, tapCount: Int) -> CGRect? {
        let cells = coverage.isCovered.indices.filter { !coverage.isCovered[$0] }
        if cells.isEmpty { return nil }
        let cell = cells[tapCount % cells.count]
        let layout = test.layout
        return layout.cell(column: cell % layout.columns, row: cell / layout.columns)
    }

    // MARK: Accuracy, linearity, jitter

    /// Taps the present cross of the accuracy test.
    func tapCross() {
        guard let accuracy = test.accuracy, let target = accuracy.target else { return wait(0.1) }
        wait(0.5)
        tap(stage.millimeters(accuracy.crosses[target]), seconds: noise.uniform(0.14, 0.25))
        wait(0.2)
    }

    /// Draws the present line of the linearity test.
    func drawLine() {
        guard let target = test.linearity?.target else { return wait(0.1) }
        wait(0.6)
        let rail = test.layout.rails[target]
        let from = noise.position(near: stage.millimeters(rail.from), deviation: 1)
        let to = noise.position(near: stage.millimeters(rail.to), deviation: 1)
        let phase = noise.uniform(0, 2 * .pi)
        let path = (0...60).map { step -> CGPoint in
            let fraction = Double(step) / 60
            let sway = TechnicianNoise.sway * sin(phase + 9 * fraction)
            return CGPoint(
                x: from.x + fraction * (to.x - from.x) + sway,
                y: from.y + fraction * (to.y - from.y) - sway)
        }
        putDown(0, at: path[0])
        move(0, along: path, speed: 55)
        liftAll()
        wait(1)
    }

    /// Rests a finger on the present spot of the jitter test.
    func restOnSpot() {
        guard let jitter = test.jitter, let target = jitter.target else { return wait(0.1) }
        wait(0.6)
        putDown(0, at: noise.position(near: stage.millimeters(jitter.spots[target]), deviation: 1))
        let start = now.seconds
        // The technician lifts a moment after the spot is full.
        while test.jitter?.target == target, now.seconds - start < 3.5 { wait(0.05) }
        wait(0.2)
        liftAll()
    }

    // MARK: Fingers

    /// Performs the present step of the multi-touch test.
    func performMultiTouchStep() {
        guard let step = test.multiTouch?.step else { return wait(0.1) }
        switch step {
        case .gathering, .holding:
            wait(0.5)
            for finger in 0..<min(stage.slotCount, 10) { putDownFinger(finger) }
            let start = now.seconds
            while isHolding, now.seconds - start < 14 { wait(0.1) }
            wait(0.3)
            liftAll()
            wait(0.4)
        case .lifting:
            wait(0.2)
        case .nearing:
            pinchTogether()
        }
    }

    /// Whether the multi-touch test still requires held fingers.
    private var isHolding: Bool {
        guard test.phase == .testing(.multiTouch) else { return false }
        switch test.multiTouch?.step {
        case .gathering, .holding: return true
        default: return false
        }
    }

    /// Puts down one of ten fingers, which form two arcs of five.
    private func putDownFinger(_ finger: Int) {
        let hand = finger / 5
        let number = Double(finger % 5)
        let angle = (0.15 + 0.175 * number) * .pi
        let center = CGPoint(
            x: size.width * (hand == 0 ? 0.27 : 0.73), y: size.height * 0.68)
        let reach = min(size.width * 0.21, size.height * 0.55)
        putDown(
            finger,
            at: CGPoint(x: center.x - reach * cos(angle), y: center.y - reach * sin(angle)))
        wait(0.03)
    }

    /// Moves two fingers together until their tips touch.
    private func pinchTogether() {
        wait(0.8)
        let center = CGPoint(x: size.width / 2, y: size.height / 2)
        let initialHalfDistance = min(size.width, size.height) * 0.35
        let angle = noise.uniform(0, .pi)
        let direction = CGVector(dx: cos(angle), dy: sin(angle))
        func positions(_ distance: Double) -> [CGPoint] {
            [-1.0, 1.0].map {
                CGPoint(
                    x: center.x + $0 * distance / 2 * direction.dx,
                    y: center.y + $0 * distance / 2 * direction.dy)
            }
        }
        fingers = [
            0: positions(2 * initialHalfDistance)[0], 1: positions(2 * initialHalfDistance)[1],
        ]
        wait(0.5)
        // Fingertips touch when their centers are 9 mm apart.
        var distance = 2 * initialHalfDistance
        while distance > 9, test.phase == .testing(.multiTouch) {
            distance -= 30 * reportSeconds
            let both = positions(distance)
            fingers = [0: both[0], 1: both[1]]
            report()
        }
        wait(0.5)
        liftAll()
        wait(0.5)
    }

    // MARK: Taps, edges, circles

    /// Taps the present spot of the tap test.
    func tapSpot() {
        guard let target = test.tap?.target else { return wait(0.1) }
        wait(noise.uniform(0.12, 0.25))
        putDown(0, at: noise.position(near: stage.millimeters(target), deviation: 2))
        wait(noise.uniform(0.05, 0.1))
        liftAll()
        wait(0.1)
    }

    /// Swipes over the present edge of the edge swipe test.
    func swipeOverEdge() {
        guard let edge = test.edgeSwipe?.target else { return wait(0.1) }
        wait(0.6)
        let center = noise.position(
            near: CGPoint(x: size.width / 2, y: size.height / 2), deviation: 3)
        let speed = noise.uniform(150, 300)
        // The finger crosses the edge at a random time within the first report interval.
        let first = noise.uniform(0, speed * reportSeconds)
        let (start, end) =
            switch edge {
            case .left: (CGPoint(x: first, y: center.y), CGPoint(x: 40, y: center.y))
            case .right:
                (
                    CGPoint(x: size.width - first, y: center.y),
                    CGPoint(x: size.width - 40, y: center.y)
                )
            case .top: (CGPoint(x: center.x, y: first), CGPoint(x: center.x, y: 35))
            case .bottom:
                (
                    CGPoint(x: center.x, y: size.height - first),
                    CGPoint(x: center.x, y: size.height - 35)
                )
            }
        putDown(0, at: start)
        move(0, along: [end], speed: speed)
        liftAll()
        wait(0.3)
    }

    /// Draws circles until the latency test ends. The finger moves between any two reports, at any
    /// report rate.
    func drawCircle() {
        let center = CGPoint(x: size.width / 2, y: size.height / 2)
        let radius = min(size.width, size.height) * 0.3
        putDown(0, at: CGPoint(x: center.x + radius, y: center.y))
        var angle = 0.0
        while test.phase == .testing(.latency), angle < 200 {
            angle += 7 * reportSeconds
            fingers[0] = CGPoint(
                x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
            report()
        }
        liftAll()
    }
}
