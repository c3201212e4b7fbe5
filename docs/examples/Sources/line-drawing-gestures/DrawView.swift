import TouchKit

/// A straight line from the place where a touch began to the place where it is.
struct Line: Equatable {
    var begin: CGPoint
    var end: CGPoint
}

/// A view in which touches draw lines that can be selected, moved and deleted.
final class DrawView: UIView, UIGestureRecognizerDelegate {
    private static let deleteLine = Selector("deleteLine") { (view: DrawView) in view.deleteLine }

    /// The lines of the touches that are down, by the touch's identity.
    var linesInProgress: [ObjectIdentifier: Line] = [:]
    /// The lines of the touches that have ended.
    var finishedLines: [Line] = []
    /// The index of the selected line in `finishedLines`, or `nil` if none is selected.
    var selectedLine: Int?
    /// Receives the name of each callback.
    var log: (String) -> Void = { print($0) }

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .gray
        isMultipleTouchEnabled = true

        let doubleTap = UITapGestureRecognizer(target: self, action: { $0.doubleTap })
        doubleTap.numberOfTapsRequired = 2
        doubleTap.delaysTouchesBegan = true
        addGestureRecognizer(doubleTap)

        let tap = UITapGestureRecognizer(target: self, action: { $0.tap })
        tap.delaysTouchesBegan = true
        tap.require(toFail: doubleTap)
        addGestureRecognizer(tap)

        addGestureRecognizer(UILongPressGestureRecognizer(target: self, action: { $0.longPress }))

        let move = UIPanGestureRecognizer(target: self, action: { $0.moveLine })
        move.cancelsTouchesInView = false
        move.delegate = self
        addGestureRecognizer(move)
    }

    override var canBecomeFirstResponder: Bool { true }

    private func doubleTap(_ recognizer: UITapGestureRecognizer) {
        log("doubleTap")
        selectedLine = nil
        linesInProgress.removeAll()
        finishedLines.removeAll()
        setNeedsDisplay()
    }

    private func tap(_ recognizer: UITapGestureRecognizer) {
        log("tap")
        let point = recognizer.location(in: self)
        selectedLine = indexOfLine(near: point)
        let menu = UIMenuController.shared
        if selectedLine != nil {
            becomeFirstResponder()
            menu.menuItems = [UIMenuItem(title: "Delete", action: Self.deleteLine)]
            menu.setTargetRect(CGRect(x: point.x, y: point.y, width: 2, height: 2), in: self)
        }
        menu.setMenuVisible(selectedLine != nil, animated: true)
        setNeedsDisplay()
    }

    private func deleteLine() {
        log("deleteLine")
        guard let selectedLine else { return }
        finishedLines.remove(at: selectedLine)
        self.selectedLine = nil
        setNeedsDisplay()
    }

    private func longPress(_ recognizer: UILongPressGestureRecognizer) {
        log("longPress \(recognizer.state)")
        if recognizer.state == .began {
            selectedLine = indexOfLine(near: recognizer.location(in: self))
            if selectedLine != nil { linesInProgress.removeAll() }
        } else if recognizer.state == .ended {
            selectedLine = nil
        }
        setNeedsDisplay()
    }

    private func moveLine(_ recognizer: UIPanGestureRecognizer) {
        log("moveLine \(recognizer.state)")
        guard let selectedLine, recognizer.state == .changed else { return }
        let translation = recognizer.translation(in: self)
        finishedLines[selectedLine].begin.x += translation.x
        finishedLines[selectedLine].begin.y += translation.y
        finishedLines[selectedLine].end.x += translation.x
        finishedLines[selectedLine].end.y += translation.y
        recognizer.setTranslation(.zero, in: self)
        setNeedsDisplay()
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        otherGestureRecognizer is UILongPressGestureRecognizer
    }

    /// Returns the index of the first line of which one of 21 evenly spaced points lies within 20
    /// points of `point`.
    private func indexOfLine(near point: CGPoint) -> Int? {
        finishedLines.firstIndex { line in
            (0...20).contains { step in
                let part = Double(step) / 20
                let x = line.begin.x + (line.end.x - line.begin.x) * part - point.x
                let y = line.begin.y + (line.end.y - line.begin.y) * part - point.y
                return (x * x + y * y).squareRoot() < 20
            }
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        log("touchesBegan")
        for touch in touches {
            let location = touch.location(in: self)
            linesInProgress[ObjectIdentifier(touch)] = Line(begin: location, end: location)
        }
        setNeedsDisplay()
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        log("touchesMoved")
        for touch in touches {
            linesInProgress[ObjectIdentifier(touch)]?.end = touch.location(in: self)
        }
        setNeedsDisplay()
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        log("touchesEnded")
        for touch in touches {
            guard var line = linesInProgress.removeValue(forKey: ObjectIdentifier(touch)) else {
                continue
            }
            line.end = touch.location(in: self)
            finishedLines.append(line)
        }
        setNeedsDisplay()
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        log("touchesCancelled")
        for touch in touches { linesInProgress.removeValue(forKey: ObjectIdentifier(touch)) }
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
        UIColor.black.set()
        for line in finishedLines { stroke(line) }
        UIColor.red.set()
        for line in linesInProgress.values { stroke(line) }
        if let selectedLine {
            UIColor.green.set()
            stroke(finishedLines[selectedLine])
        }
    }

    private func stroke(_ line: Line) {
        let path = UIBezierPath()
        path.lineWidth = 3
        path.lineCapStyle = .round
        path.move(to: line.begin)
        path.addLine(to: line.end)
        path.stroke()
    }
}
