import TouchKit

extension Scene {
    /// The touches scene, which shows touch events in a table, without gesture recognizers.
    package static let touches = Scene(
        name: "touches", title: "Touches",
        miniature: SceneMiniature(background: 1) { context in
            UIColor(white: 0.75, alpha: 1).setFill()
            for row in 0..<3 {
                UIRectFill(CGRect(x: 8, y: 9 + CGFloat(row) * 9, width: 50, height: 4))
            }
            UIColor(white: 0.88, alpha: 1).setFill()
            for row in 0..<2 {
                UIRectFill(CGRect(x: 8, y: 40 + CGFloat(row) * 8, width: 50, height: 3))
            }
            context.setStrokeColor(UIColor(red: 0.16, green: 0.45, blue: 0.85, alpha: 1))
            context.setLineWidth(3)
            context.strokeEllipse(in: CGRect(x: 68, y: 12, width: 18, height: 18))
            context.strokeEllipse(in: CGRect(x: 74, y: 34, width: 14, height: 14))
        },
        controllerFactory: { _ in TouchesViewController() })
}

/// The view controller of the touches scene, which shows the touch events that views receive
/// without gesture recognizers.
package final class TouchesViewController: UIViewController {
    /// Creates the view of the touches scene.
    package override func loadView() {
        view = TouchesView(frame: UIScreen.main.bounds)
    }
}

/// A view that shows the phase, tap count, window, view and locations of each touch as they change.
/// The view turns blue after a single tap and red after a double tap, and shows whether each press
/// was short or long.
///
/// The subviews don't handle touches, so touches on them travel up the responder chain to this
/// view, while `touch.view` remains the subview.
package final class TouchesView: UIView {
    /// The kind of a press, a touch that has been lifted or held.
    package enum Press: Hashable {
        /// The touch ended before `longPressDuration`. The value is the time for which it was down,
        /// in seconds.
        case short(seconds: Double)
        /// The touch was down for at least `longPressDuration`.
        case long
    }

    /// The minimum duration of a long press, in seconds.
    package static let longPressDuration = 0.4
    /// The delay after which a single tap takes effect, in seconds. If another tap begins during
    /// this interval, UIKit counts both as a double tap.
    package static let doubleTapInterval = 0.35

    /// A touch that has begun and has neither ended nor been cancelled.
    private struct ActiveTouch {
        var touch: UITouch
        var beganAt: Double
    }

    private static let showSingleTap = Selector("showSingleTap") { (view: TouchesView) in
        view.showSingleTap
    }
    private static let showLongPress = Selector("showLongPress") { (view: TouchesView) in
        view.showLongPress
    }

    /// The kind of the last press, or `nil` if there has been no press yet.
    package private(set) var press: Press? {
        didSet { title.text = press.map { Self.text($0) } ?? "Touch anywhere" }
    }
    /// The table with the current state of each touch, one row per touch.
    package let table = TouchRowsView(rows: 10, hasTitles: true)
    /// The list of the newest touch events, the newest first.
    package let history = TouchRowsView(rows: 64, hasTitles: false)
    private let header = UIView()
    private let title = UILabel()
    private let hint = UILabel()
    /// The active touches. The index of a touch stays constant until the touch ends, and is also
    /// the index of its row in the table.
    private var activeTouches: [ActiveTouch?] = []
    /// The timestamp of the last event whose stationary touches have been added to the history, in
    /// seconds.
    private var lastStationaryTimestamp = -1.0

    /// Creates a view that shows no touches.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .darkGray
        title.text = "Touch anywhere"
        title.textColor = .white
        hint.text = "Tap: blue. Twice: red."
        hint.textAlignment = .right
        hint.textColor = .lightGray
        header.addSubview(title)
        header.addSubview(hint)
        // By default a view receives only one touch.
        isMultipleTouchEnabled = true
        for subview in [header, table, history] {
            subview.isMultipleTouchEnabled = true
            subview.backgroundColor = .black.withAlphaComponent(0.6)
            subview.clipsToBounds = true
            addSubview(subview)
        }
    }

    // MARK: Touches

    /// Starts a timer for the long press of each new touch. A second tap cancels the delayed effect
    /// of the first tap.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        // A set has no order, so touches that begin together get rows from left to right.
        let ordered = touches.sorted { $0.location(in: self).x < $1.location(in: self).x }
        for touch in ordered {
            let activeTouch = ActiveTouch(touch: touch, beganAt: touch.timestamp)
            if let free = activeTouches.firstIndex(where: { $0 == nil }) {
                activeTouches[free] = activeTouch
            } else {
                activeTouches.append(activeTouch)
            }
            if touch.tapCount > 1 { cancelSingleTap() }
            perform(Self.showLongPress, with: touch, afterDelay: Self.longPressDuration)
        }
        show(touches, of: event)
    }

    /// Shows the new locations of the touches.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        show(touches, of: event)
    }

    /// Shows the kinds of the presses and the taps that have ended.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for case let activeTouch? in activeTouches where touches.contains(activeTouch.touch) {
            let seconds = activeTouch.touch.timestamp - activeTouch.beganAt
            guard seconds < Self.longPressDuration else { continue }
            cancelLongPress(of: activeTouch.touch)
            press = .short(seconds: seconds)
            handleTap(count: activeTouch.touch.tapCount)
        }
        show(touches, of: event)
        removeTouches(touches)
    }

    /// Removes the touches without counting them as taps or presses.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches { cancelLongPress(of: touch) }
        show(touches, of: event)
        removeTouches(touches)
    }

    // MARK: Taps and presses

    /// Handles a tap of a touch with the tap count `count`: 1 schedules the effect of a single tap,
    /// and 2 shows a double tap.
    private func handleTap(count: Int) {
        switch count {
        case 1:
            perform(Self.showSingleTap, with: nil, afterDelay: Self.doubleTapInterval)
        case 2:
            backgroundColor = .red
        default:
            break
        }
    }

    private func showSingleTap() {
        backgroundColor = .blue
    }

    private func showLongPress(_ touch: UITouch) {
        press = .long
    }

    private func cancelSingleTap() {
        Self.cancelPreviousPerformRequests(
            withTarget: self, selector: Self.showSingleTap, object: nil)
    }

    private func cancelLongPress(of touch: UITouch) {
        Self.cancelPreviousPerformRequests(
            withTarget: self, selector: Self.showLongPress, object: touch)
    }

    private static func text(_ press: Press) -> String {
        guard case .short(let seconds) = press else { return "Long press" }
        let hundredths = Int((seconds * 100).rounded())
        return "Short press: 0.\(hundredths / 10)\(hundredths % 10) s"
    }

    // MARK: Rows

    private func removeTouches(_ touches: Set<UITouch>) {
        for index in activeTouches.indices {
            if let touch = activeTouches[index]?.touch, touches.contains(touch) {
                activeTouches[index] = nil
            }
        }
    }

    /// Updates the rows of all touches of an event, including stationary touches, for which UIKit
    /// calls no method of the view.
    ///
    /// For one event, the method may be called several times, for different phases and views.
    /// Stationary touches are added to the history only in the first of these calls.
    private func show(_ touches: Set<UITouch>, of event: UIEvent?) {
        let all = event?.allTouches ?? touches
        let isFirstCall = event.map { $0.timestamp != lastStationaryTimestamp } ?? false
        lastStationaryTimestamp = event?.timestamp ?? lastStationaryTimestamp
        for index in activeTouches.indices {
            guard let touch = activeTouches[index]?.touch, all.contains(touch) else { continue }
            let row = TouchRow(
                number: index + 1, phase: touch.phase, tapCount: touch.tapCount,
                window: touch.window?.isKeyWindow == true ? "key" : "other",
                view: name(of: touch.view), location: touch.location(in: nil),
                previousLocation: touch.previousLocation(in: nil))
            table.set(row, at: index)
            let isLogged = touch.phase == .stationary ? isFirstCall : touches.contains(touch)
            if isLogged { history.log(row) }
        }
    }

    /// Returns the name that the table shows for a view.
    private func name(of view: UIView?) -> String {
        switch view {
        case self: "screen"
        case header: "header"
        case table: "table"
        case history: "history"
        default: "none"
        }
    }

    // MARK: Layout

    /// The minimum height of the view at which eight rows of the history fit, as a multiple of the
    /// font size.
    private static let height: CGFloat = 28.4

    /// Lays out the header, the table, and the history with at least eight rows. The font is as
    /// large as possible for this layout.
    package override func layoutSubviews() {
        let fontSize = min(bounds.width / TouchRowsView.width, bounds.height / Self.height, 24)
        let margin = (fontSize / 3).roundedDownToPixels
        let width = bounds.width - 2 * margin
        title.font = .boldSystemFont(ofSize: fontSize * 1.5)
        hint.font = .systemFont(ofSize: fontSize)
        header.frame = CGRect(x: margin, y: margin, width: width, height: fontSize * 2.25)
        title.frame = header.bounds.insetBy(dx: fontSize * 0.7, dy: 0)
        hint.frame = title.frame
        table.fontSize = fontSize
        history.fontSize = fontSize
        table.frame = CGRect(
            x: margin, y: header.frame.maxY + margin, width: width, height: table.height)
        let top = table.frame.maxY + margin
        history.fit(bounds.height - margin - top)
        history.frame = CGRect(x: margin, y: top, width: width, height: history.height)
        for subview in [header, table, history] { subview.layer.cornerRadius = margin }
    }
}
