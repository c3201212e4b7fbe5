import Glibc
import LabFaults
import LabFieldTest
import TouchKitContacts
import TouchKitGeometry

/// Somebody who does what the pages of a field test ask, on a panel that is good or has faults: looks at
/// the page, moves fingers over the glass, and sees what comes of it.
///
/// Time is virtual. What the panel says is kept: played to another field test, or to a board, it is the same
/// technician again.
package final class Technician {
    /// The field test.
    package private(set) var test: FieldTest
    /// What the panel said.
    package private(set) var frames: [TouchFrame] = []
    /// Whether a calibration that is proposed is applied.
    package var appliesProposals = false
    /// Is called after each report of the panel: pictures are taken then.
    package var onReport: ((FieldTest) -> Void)?

    private var panel = GoodPanel()
    private var faults: PanelFaults
    var hand: Hand
    /// Where fingers are, in millimetres from the top left of the upright picture.
    var fingers: [Int: CGPoint] = [:]
    private(set) var now = Timestamp(microseconds: 1_000_000)

    /// Somebody in front of a panel.
    ///
    /// - Parameters:
    ///   - stage: The screen.
    ///   - faults: What is wrong with the panel.
    ///   - seed: Chooses how hand and faults err.
    package init(stage: FieldTestStage, faults: [PanelFault] = [], seed: UInt64 = 1) {
        test = FieldTest(stage: stage)
        hand = Hand(seed: seed)
        let turned = stage.geometry.rotation.swapsAxes
        let size = stage.millimeters
        self.faults = PanelFaults(
            faults,
            panel: FaultyPanel(
                device: GoodPanel.device, slotCount: stage.slotCount,
                axes: FaultyPanel.Axes(x: GoodPanel.axis, y: GoodPanel.axis),
                size: PanelSize(
                    width: turned ? size.height : size.width,
                    height: turned ? size.width : size.height)), seed: seed)
        panel.slotCount = stage.slotCount
    }

    var stage: FieldTestStage { test.stage }
    var size: CGSize { stage.millimeters }

    /// Does the whole field test.
    ///
    /// - Returns: What it says of the panel.
    @discardableResult
    package func work() -> FieldTestReport {
        let end = now.seconds + 900
        while test.phase != .summary, now.seconds < end { attend() }
        return test.report()
    }

    /// Reads the last page, and touches its middle after so many seconds: whoever plays the frames stays as
    /// long.
    package func linger(seconds: Double) {
        wait(seconds)
        tap(CGPoint(x: size.width / 2, y: size.height / 2))
    }

    private func attend() {
        switch test.phase {
        case .welcome:
            // Somewhere in the middle; where nothing comes of it, somewhere else.
            tap(
                CGPoint(
                    x: size.width * hand.number(0.35, 0.65), y: size.height * hand.number(0.4, 0.6))
            )
            wait(0.3)
        case .testing(.coverage): paint()
        case .testing(.accuracy): tapCross()
        case .testing(.linearity): drawLine()
        case .testing(.jitter): restOnSpot()
        case .testing(.multiTouch): useManyFingers()
        case .testing(.tap): tapSpot()
        case .testing(.edgeSwipe): swipeOverEdge()
        case .testing(.latency): drawCircle()
        case .testing(.ghosts): wait(0.5)
        case .result(.accuracy, _) where test.asksToApply && appliesProposals:
            wait(1)
            tap(stage.millimeters(middle(test.layout.applyButton)))
            wait(0.3)
        case .result: wait(0.5)
        case .summary: break
        }
    }

    /// Leaves the page.
    package func pressNext() {
        tap(
            stage.millimeters(middle(test.layout.nextButton)),
            seconds: test.needsLongPress ? 1.3 : nil)
        wait(0.2)
    }

    private func middle(_ rect: CGRect) -> CGPoint {
        CGPoint(x: rect.midX, y: rect.midY)
    }

    // MARK: Time and fingers

    /// Lets time go by; fingers stay where they are.
    func wait(_ seconds: Double) {
        let end = now.advanced(byMicroseconds: Int64(seconds * 1_000_000))
        while now < end { report() }
    }

    /// The panel reports once.
    private func report() {
        now = now.advanced(byMicroseconds: panel.period)
        faults.advance(to: now) { take($0) }
        let places = fingers.mapValues { place in
            stage.geometry.normalized(point: stage.point(millimeters: place))
        }
        if let frame = panel.report(places, at: now) { faults.apply(frame) { take($0) } }
        test.advance(to: now)
        onReport?(test)
    }

    private func take(_ frame: TouchFrame) {
        frames.append(frame)
        test.receive(frame)
    }

    /// Moves a finger along places, at a speed in millimetres a second; a page that is turned stops it.
    func move(_ finger: Int, along places: [CGPoint], speed: Double) {
        let phase = test.phase
        for place in places {
            guard let start = fingers[finger] else { return }
            let way = hypot(place.x - start.x, place.y - start.y)
            let steps = max(1, Int((way / speed * panel.rate).rounded()))
            for step in 1...steps {
                let part = Double(step) / Double(steps)
                fingers[finger] = CGPoint(
                    x: start.x + part * (place.x - start.x), y: start.y + part * (place.y - start.y)
                )
                report()
                if test.phase != phase { return }
            }
        }
    }

    /// Puts a finger down, in millimetres.
    func put(_ finger: Int, at place: CGPoint) {
        fingers[finger] = place
        report()
    }

    /// Lifts all fingers.
    func lift() {
        fingers.removeAll()
        report()
    }

    /// Taps a place, in millimetres.
    func tap(_ place: CGPoint, seconds: Double? = nil) {
        put(0, at: hand.aim(place))
        wait(seconds ?? hand.number(0.11, 0.2))
        lift()
    }
}
