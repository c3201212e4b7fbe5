import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp

/// The arena scene on a simulated screen, with helpers for touches on its views.
@MainActor
final class ArenaTestScreen {
    let simulator: TouchSimulator
    let controller = ArenaViewController()

    init(_ width: CGFloat = 800, _ height: CGFloat = 480, scale: CGFloat = 1) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        simulator.window.rootViewController = controller
        controller.view.layoutIfNeeded()
    }

    var panel: ArenaPanel { controller.panel }

    /// Returns a point relative to the upper left corner of A or B, in screen coordinates.
    func point(_ x: CGFloat, _ y: CGFloat, on view: UIView) -> CGPoint {
        view.convert(CGPoint(x: x, y: y), to: simulator.window)
    }

    /// Taps the center of a view.
    func tap(_ view: UIView) {
        simulator.tap(90, at: point(view.bounds.midX, view.bounds.midY, on: view))
        simulator.advance(by: 0.5)
    }

    /// Drags a touch on A by 80 points to the right, and waits until all recognizers are reset.
    func drag(from x: CGFloat = 60) {
        let view = controller.outer
        simulator.down(1, at: point(x, 100, on: view))
        for step in 1...8 {
            simulator.advance(by: 0.01)
            simulator.move(1, to: point(x + CGFloat(step) * 10, 100, on: view))
        }
        simulator.up(1)
        simulator.advance(by: 2)
    }

    /// The rows of the trace since the sequence began, as text.
    var lines: [String] {
        let rows = controller.trace.trace.rows
        let start = rows.lastIndex { $0.isFirst } ?? 0
        return rows[start...].map { row in
            let count = row.count > 1 ? "×\(row.count)" : ""
            return [
                row.time, row.name, row.result, row.text, row.otherRecognizerName, count, row.rule,
            ]
            .filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// Returns all subviews of a type, in the order of the view hierarchy.
    func all<Kind: UIView>(_ kind: Kind.Type, in view: UIView) -> [Kind] {
        view.subviews.flatMap { subview in
            (subview as? Kind).map { [$0] } ?? all(kind, in: subview)
        }
    }

    /// Returns the switch of a rule of the selected recognizer.
    func toggle(_ rule: ArenaRule) -> UISwitch { all(UISwitch.self, in: panel)[rule.rawValue] }

    /// Returns the button of one of A's or B's recognizers.
    func button(_ gesture: ArenaGesture, isInner: Bool = false) -> UIControl {
        let buttons = all(UIControl.self, in: panel).filter { !($0 is UISwitch) }
        return buttons[gesture.rawValue + (isInner ? ArenaGesture.allCases.count : 0)]
    }

    /// Returns the tab of a page.
    func tab(_ page: ArenaPanel.Page) -> UIControl {
        let buttons = all(UIControl.self, in: panel).filter { !($0 is UISwitch) }
        return buttons[2 * ArenaGesture.allCases.count + page.rawValue]
    }

    /// Shows a page of a small panel.
    func showPage(_ page: ArenaPanel.Page) {
        controller.view.layoutIfNeeded()
        if panel.isSmall { tap(tab(page)) }
        panel.layoutIfNeeded()
    }
}
