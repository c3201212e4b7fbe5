import Testing
import TouchKit
import TouchKitTesting

/// The well-known iOS tutorial: touches draw lines, a double tap clears, a tap selects, and
/// a long press with a simultaneous pan moves the selected line.
@MainActor
final class TutorialDrawView: UIView, UIGestureRecognizerDelegate {
    struct Line: Equatable {
        var begin = CGPoint.zero
        var end = CGPoint.zero
    }

    var currentLines: [UITouch: Line] = [:]
    var finishedLines: [Line] = []
    var selectedLineIndex: Int?
    var moveRecognizer = UIPanGestureRecognizer()
    var log: [String] = []

    override init(frame: CGRect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true

        let doubleTapRecognizer = UITapGestureRecognizer(target: self, action: { $0.doubleTap })
        doubleTapRecognizer.numberOfTapsRequired = 2
        doubleTapRecognizer.delaysTouchesBegan = true
        addGestureRecognizer(doubleTapRecognizer)

        let tapRecognizer = UITapGestureRecognizer(target: self, action: { $0.tap })
        tapRecognizer.delaysTouchesBegan = true
        tapRecognizer.require(toFail: doubleTapRecognizer)
        addGestureRecognizer(tapRecognizer)

        let longPressRecognizer = UILongPressGestureRecognizer(
            target: self, action: { $0.longPress })
        addGestureRecognizer(longPressRecognizer)

        moveRecognizer = UIPanGestureRecognizer(target: self, action: { $0.moveLine })
        moveRecognizer.delegate = self
        moveRecognizer.cancelsTouchesInView = false
        addGestureRecognizer(moveRecognizer)
    }

    // MARK: Gestures

    func doubleTap(_ gestureRecognizer: UITapGestureRecognizer) {
        log.append("doubleTap")
        selectedLineIndex = nil
        currentLines.removeAll()
        finishedLines.removeAll()
        setNeedsDisplay()
    }

    func tap(_ gestureRecognizer: UITapGestureRecognizer) {
        log.append("tap")
        let point = gestureRecognizer.location(in: self)
        selectedLineIndex = indexOfLine(at: point)
        setNeedsDisplay()
    }

    func longPress(_ gestureRecognizer: UILongPressGestureRecognizer) {
        log.append("longPress \(gestureRecognizer.state)")
        if gestureRecognizer.state == .began {
            let point = gestureRecognizer.location(in: self)
            selectedLineIndex = indexOfLine(at: point)
            if selectedLineIndex != nil { currentLines.removeAll() }
        } else if gestureRecognizer.state == .ended {
            selectedLineIndex = nil
        }
        setNeedsDisplay()
    }

    func moveLine(_ gestureRecognizer: UIPanGestureRecognizer) {
        log.append("moveLine \(gestureRecognizer.state)")
        guard let index = selectedLineIndex else { return }
        if gestureRecognizer.state == .changed {
            let translation = gestureRecognizer.translation(in: self)
            finishedLines[index].begin.x += translation.x
            finishedLines[index].begin.y += translation.y
            finishedLines[index].end.x += translation.x
            finishedLines[index].end.y += translation.y
            gestureRecognizer.setTranslation(CGPoint.zero, in: self)
            setNeedsDisplay()
        }
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        true
    }

    // MARK: Touches

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("touchesBegan")
        for touch in touches {
            let location = touch.location(in: self)
            currentLines[touch] = Line(begin: location, end: location)
        }
        setNeedsDisplay()
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("touchesMoved")
        for touch in touches { currentLines[touch]?.end = touch.location(in: self) }
        setNeedsDisplay()
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("touchesEnded")
        for touch in touches {
            if var line = currentLines[touch] {
                line.end = touch.location(in: self)
                finishedLines.append(line)
                currentLines.removeValue(forKey: touch)
            }
        }
        setNeedsDisplay()
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        log.append("touchesCancelled")
        currentLines.removeAll()
        setNeedsDisplay()
    }

    // MARK: Drawing

    override func draw(_ rect: CGRect) {
        UIColor.black.setStroke()
        for line in finishedLines { stroke(line) }
        UIColor.red.setStroke()
        for (_, line) in currentLines { stroke(line) }
        if let index = selectedLineIndex {
            UIColor.green.setStroke()
            stroke(finishedLines[index])
        }
    }

    private func stroke(_ line: Line) {
        let path = UIBezierPath()
        path.lineWidth = 10
        path.lineCapStyle = .round
        path.move(to: line.begin)
        path.addLine(to: line.end)
        path.stroke()
    }

    private func indexOfLine(at point: CGPoint) -> Int? {
        for (index, line) in finishedLines.enumerated() {
            for part in stride(from: 0.0, to: 1.0, by: 0.05) {
                let x = line.begin.x + (line.end.x - line.begin.x) * part
                let y = line.begin.y + (line.end.y - line.begin.y) * part
                if ((x - point.x) * (x - point.x) + (y - point.y) * (y - point.y)) < 20 * 20 {
                    return index
                }
            }
        }
        return nil
    }
}

/// The tutorial behaves as on iOS, callback by callback.
@Suite("Drawing tutorial", .serialized)
@MainActor
struct DrawingTutorialTests {
    @MainActor
    final class Setting {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        lazy var view = TutorialDrawView(frame: simulator.window.bounds)
        lazy var script = FingerScript(simulator)

        init() {
            simulator.window.addSubview(view)
        }

        func play(_ steps: String) -> [String] {
            script.play(steps)
            defer { view.log = [] }
            return view.log
        }
    }

    @Test("A quick drag draws a line, starting where the finger came down.")
    func draws() {
        let setting = Setting()
        // The taps fail as the finger moves, so the view receives the whole path at once.
        #expect(
            setting.play("1↓(50,50)@0 1→(120,50)@.05 1→(300,60)@.10 1↑@.15") == [
                "moveLine began", "touchesBegan", "touchesMoved", "moveLine changed",
                "touchesMoved", "moveLine ended", "touchesEnded",
            ])
        #expect(
            setting.view.finishedLines == [.init(begin: CGPoint(50, 50), end: CGPoint(300, 60))])
        #expect(setting.view.currentLines.isEmpty)
    }

    @Test("A tap selects if no second tap follows; a double tap clears and never reaches the view.")
    func selectsAndClears() {
        let setting = Setting()
        _ = setting.play("1↓(50,50)@0 1→(300,50)@.05 1↑@.15")
        // A finger far from the first one makes the double tap fail, and draws a line of its own.
        #expect(
            setting.play("1↓(100,52)@1 1↑@1.05 2↓(390,390)@1.3 2↑@1.35") == [
                "tap", "touchesBegan", "touchesEnded",
            ])
        #expect(setting.view.selectedLineIndex == 0)
        _ = setting.play("1↓(200,300)@2 1↑@2.05")
        setting.simulator.advance(to: 2.5)
        #expect(setting.view.selectedLineIndex == nil)
        _ = setting.play("1↓(100,52)@3 1↑@3.05")
        setting.simulator.advance(to: 3.5)
        #expect(setting.view.selectedLineIndex == 0)
        #expect(
            setting.play("1↓(100,52)@5 1↑@5.05 1↓(100,52)@5.2 1↑@5.25") == ["tap", "doubleTap"])
        #expect(setting.view.finishedLines.isEmpty)
    }

    @Test("A long press selects a line, and the pan moves it by the finger's translation.")
    func moves() {
        let setting = Setting()
        _ = setting.play("1↓(50,50)@0 1→(300,50)@.05 1↑@.15")
        #expect(
            setting.play(
                "1↓(100,52)@1 1→(130,52)@1.8 1→(130,92)@1.9 1→(140,92)@2.0 1↑@2.1"
            ) == [
                "longPress began", "longPress changed", "moveLine began", "longPress changed",
                "moveLine changed", "longPress changed", "moveLine changed", "longPress ended",
                "moveLine ended",
            ])
        // The first change includes the pan's first 20 points beyond its threshold.
        #expect(
            setting.view.finishedLines == [
                .init(begin: CGPoint(80, 90), end: CGPoint(330, 90))
            ])
        #expect(setting.view.selectedLineIndex == nil)
    }

    @Test("Redrawing everything produces the same picture.")
    func pictures() {
        let setting = Setting()
        for steps in [
            "1↓(50,50)@0 1→(300,80)@.05", "2↓(50,200)@.1 2→(300,250)@.2", "1↑@.3", "2↑@.4",
            "1↓(60,52)@2 1→(90,100)@2.8", "1→(120,200)@2.9", "1↑@3", "1↓(60,52)@5 1↑@5.05",
        ] {
            _ = setting.play(steps)
            #expect(setting.simulator.isUpToDate(), "after \(steps)")
        }
    }
}
