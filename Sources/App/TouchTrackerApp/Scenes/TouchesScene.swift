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

/// The state of a touch at one moment, shown in one row.
package struct TouchRow: Hashable {
    /// The number of the row in the table that shows the touch, counted from 1.
    package var number: Int
    /// The phase of the touch.
    package var phase: UITouch.Phase
    /// The tap count of the touch.
    package var tapCount: Int
    /// The text for the window in which the touch began: "key" for the key window, "other" for any
    /// other window.
    package var window: String
    /// The name of the view in which the touch began, as shown in the table.
    package var view: String
    /// The location of the touch in the window, in points.
    package var location: CGPoint
    /// The location of the touch in the window before its last change, in points.
    package var previousLocation: CGPoint
    /// The number of consecutive events that the row represents. The row shows the newest of these
    /// events.
    package var count = 1

    /// Whether events of this phase can occur repeatedly while a touch is down.
    fileprivate var isRepeated: Bool { phase == .moved || phase == .stationary }
}

/// A view that shows states of touches, one state per row.
///
/// Texts are created only when the view is drawn, so at most once per frame, regardless of the
/// number of touch events.
package final class TouchRowsView: UIView {
    /// `false`: the view draws only the rows in the damage whenever a part is repainted.
    package override class var hasBackingStore: Bool { false }

    /// The minimum width of the view at which all columns fit, as a multiple of the font size.
    static let width: CGFloat = 38
    /// The left edges of the columns, in column units (`columnUnit`). The third column shows the
    /// number of events that a row represents.
    private static let columnOffsets: [CGFloat] = [0.7, 2.6, 8.9, 12.2, 15.5, 19.9, 25.1, 31.7]
    private static let columnTitles = [
        "#", "Phase", "", "Taps", "Window", "View", "Location", "Previous",
    ]
    /// The names of the phases, in the order of their raw values.
    private static let phaseNames = ["began", "moved", "stationary", "ended", "cancelled"]
    /// The distance from the left edge of a location's column to the right edge of the x
    /// coordinate, in column units (`columnUnit`).
    private static let xColumnEnd: CGFloat = 2.6
    /// The distance from the left edge of a location's column to the right edge of the y
    /// coordinate, in column units (`columnUnit`).
    private static let yColumnEnd: CGFloat = 5.6

    /// The rows from top to bottom, including rows for which the view has no space. The element
    /// `nil` is an empty row.
    package private(set) var rows: [TouchRow?]
    /// The number of rows for which the view has space.
    package private(set) var visibleRowCount: Int
    private let hasTitles: Bool
    private var titleAttributes: [TextAttribute: Any] = [:]
    /// The text attributes of the rows for each touch phase, in the order of the raw values of the
    /// phases.
    private var phaseAttributes: [[TextAttribute: Any]] = []

    /// Creates a view with `count` empty rows. If `hasTitles` is `true`, the columns have titles.
    init(rows count: Int, hasTitles: Bool) {
        rows = [TouchRow?](repeating: nil, count: count)
        visibleRowCount = count
        self.hasTitles = hasTitles
        super.init(frame: .zero)
    }

    /// The font size of all texts, in points.
    var fontSize: CGFloat = 0 {
        didSet {
            guard fontSize != oldValue else { return }
            let font = UIFont.systemFont(ofSize: fontSize)
            let colors: [UIColor] = [.green, .white, .cyan, .lightGray, .orange]
            phaseAttributes = colors.map { [.font: font, .foregroundColor: $0] }
            titleAttributes = [.font: font, .foregroundColor: UIColor.lightGray]
            setNeedsDisplay()
        }
    }

    /// The height of a row, in points.
    private var rowHeight: CGFloat { (fontSize * 1.25).roundedDownToPixels }
    /// The space above and below the rows, in points.
    private var padding: CGFloat { (fontSize * 0.25).roundedDownToPixels }
    /// The width of a column unit, in points. The width of the view is `Self.width` column units.
    private var columnUnit: CGFloat { bounds.width / Self.width }
    /// The height that the view needs for its visible rows, the titles and the padding, in points.
    var height: CGFloat { frame(ofRow: visibleRowCount).minY + padding }

    /// Sets the number of visible rows to the number that fits into the height `height`, in points.
    func fit(_ height: CGFloat) {
        let count = rowHeight > 0 ? Int((height - 2 * padding) / rowHeight) : 0
        visibleRowCount = min(max(count, 0), rows.count)
    }

    // MARK: Rows

    /// Replaces the row at `index` and redraws it.
    func set(_ row: TouchRow, at index: Int) {
        guard rows.indices.contains(index), rows[index] != row else { return }
        rows[index] = row
        setNeedsDisplay(frame(ofRow: index))
    }

    /// Increases the count of the existing row that represents the same repeated event as `row`. If
    /// there is no such row, adds `row` at the top and removes the last row.
    func log(_ row: TouchRow) {
        if row.isRepeated, let index = index(ofSameAs: row), var updated = rows[index] {
            updated.count += 1
            updated.location = row.location
            updated.previousLocation = row.previousLocation
            return set(updated, at: index)
        }
        guard !rows.isEmpty else { return }
        rows.removeLast()
        rows.insert(row, at: 0)
        setNeedsDisplay()
    }

    /// Returns the index of the newest row with the same touch and phase as `row`. Returns `nil` if
    /// there is no such row, or if any touch has begun, ended or been cancelled since that row was
    /// added.
    private func index(ofSameAs row: TouchRow) -> Int? {
        for index in rows.indices {
            guard let other = rows[index], other.isRepeated else { return nil }
            if other.number == row.number && other.phase == row.phase { return index }
        }
        return nil
    }

    private func frame(ofRow index: Int) -> CGRect {
        let line = CGFloat(hasTitles ? index + 1 : index)
        return CGRect(
            x: 0, y: padding + line * rowHeight, width: bounds.width, height: rowHeight)
    }

    // MARK: Drawing

    /// Draws the column titles and the visible rows that intersect `rect`.
    package override func draw(_ rect: CGRect) {
        if hasTitles && rect.minY < frame(ofRow: 0).minY {
            for (title, column) in zip(Self.columnTitles, Self.columnOffsets) {
                title.draw(
                    at: CGPoint(x: column * columnUnit, y: padding), withAttributes: titleAttributes
                )
            }
        }
        for index in 0..<visibleRowCount {
            let frame = frame(ofRow: index)
            if let row = rows[index], frame.intersects(rect) { draw(row, top: frame.minY) }
        }
    }

    private func draw(_ row: TouchRow, top: CGFloat) {
        guard phaseAttributes.indices.contains(row.phase.rawValue) else { return }
        let attributes = phaseAttributes[row.phase.rawValue]
        func draw(_ text: String, _ column: Int) {
            text.draw(
                at: CGPoint(x: Self.columnOffsets[column] * columnUnit, y: top),
                withAttributes: attributes)
        }
        func draw(_ number: CGFloat, endingAt end: CGFloat) {
            let text = Int(number.rounded()).description
            let width = text.size(withAttributes: attributes).width
            text.draw(at: CGPoint(x: end * columnUnit - width, y: top), withAttributes: attributes)
        }
        draw(row.number.description, 0)
        draw(Self.phaseNames[row.phase.rawValue], 1)
        if row.count > 1 { draw("×\(row.count)", 2) }
        draw(row.tapCount.description, 3)
        draw(row.window, 4)
        draw(row.view, 5)
        for (location, column) in [(row.location, 6), (row.previousLocation, 7)] {
            draw(location.x, endingAt: Self.columnOffsets[column] + Self.xColumnEnd)
            draw(location.y, endingAt: Self.columnOffsets[column] + Self.yColumnEnd)
        }
    }
}

extension CGFloat {
    /// The length, in points, rounded down to a whole number of pixels of the main screen.
    @MainActor
    fileprivate var roundedDownToPixels: CGFloat {
        let scale = UIScreen.main.scale
        return (self * scale).rounded(.down) / scale
    }
}
