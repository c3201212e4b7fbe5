import TouchKit

/// What views are told of fingers, without any recognizer.
package final class TouchesViewController: UIViewController {
    /// Makes the view.
    package override func loadView() {
        view = TouchesView(frame: UIScreen.main.bounds)
    }
}

/// Shows every finger's phase, tap count, window, view and places while they happen; one tap colours
/// it blue, two taps red, and a press is short or long.
///
/// Fingers may come down on its panels, too: a panel doesn't handle touches, so that they go up the
/// responder chain to this view, while `touch.view` is the panel as long as the finger is down.
package final class TouchesView: UIView {
    /// How a finger pressed.
    package enum Press: Hashable {
        /// It was lifted after so many seconds.
        case short(seconds: Double)
        /// It stayed down.
        case long
    }

    /// From when on a press is long, in seconds: as the tutorial has it.
    package static let longPressDuration = 0.4
    /// How long the first tap waits for a second one, in seconds: the system counts a contact as the
    /// second tap that comes within this time.
    package static let doubleTapInterval = 0.35

    /// A finger that is down.
    private struct Finger {
        var touch: UITouch
        var beganAt: Double
    }

    private static let showSingleTap = Selector("showSingleTap") { (view: TouchesView) in
        view.showSingleTap
    }
    private static let showLongPress = Selector("showLongPress") { (view: TouchesView) in
        view.showLongPress
    }

    /// How a finger pressed last.
    package private(set) var press: Press? {
        didSet { title.text = press.map { Self.words($0) } ?? "Touch anywhere" }
    }
    /// A row for each finger.
    package let table = TouchRowsView(rows: 10, hasTitles: true)
    /// What fingers did, the newest on top.
    package let history = TouchRowsView(rows: 64, hasTitles: false)
    private let header = UIView()
    private let title = UILabel()
    private let hint = UILabel()
    /// Who is down; a finger's place here is its row, as long as it is down.
    private var fingers: [Finger?] = []
    /// When the event was whose resting fingers went into the history last, in seconds.
    private var lastRest = -1.0

    /// Makes a view that no finger has touched.
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
        // Each view lets one finger in unless told otherwise.
        isMultipleTouchEnabled = true
        for panel in [header, table, history] {
            panel.isMultipleTouchEnabled = true
            panel.backgroundColor = .black.withAlphaComponent(0.6)
            panel.clipsToBounds = true
            addSubview(panel)
        }
    }

    // MARK: Touches

    /// Fingers came down: each may become a long press, and one that taps again takes back the single
    /// tap.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        // A set has no order: fingers that came down together get their rows from the left.
        let ordered = touches.sorted { $0.location(in: self).x < $1.location(in: self).x }
        for touch in ordered {
            let finger = Finger(touch: touch, beganAt: touch.timestamp)
            if let free = fingers.firstIndex(where: { $0 == nil }) {
                fingers[free] = finger
            } else {
                fingers.append(finger)
            }
            if touch.tapCount > 1 { cancelSingleTap() }
            perform(Self.showLongPress, with: touch, afterDelay: Self.longPressDuration)
        }
        show(touches, of: event)
    }

    /// Fingers moved.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        show(touches, of: event)
    }

    /// Fingers were lifted: who was quick has tapped.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for case let finger? in fingers where touches.contains(finger.touch) {
            let seconds = finger.touch.timestamp - finger.beganAt
            guard seconds < Self.longPressDuration else { continue }
            cancelLongPress(of: finger.touch)
            press = .short(seconds: seconds)
            tapped(finger.touch.tapCount)
        }
        show(touches, of: event)
        forget(touches)
    }

    /// Fingers were taken back: they have neither tapped nor pressed.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches { cancelLongPress(of: touch) }
        show(touches, of: event)
        forget(touches)
    }

    // MARK: Taps and presses

    private func tapped(_ count: Int) {
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

    private static func words(_ press: Press) -> String {
        guard case .short(let seconds) = press else { return "Long press" }
        let hundredths = Int((seconds * 100).rounded())
        return "Short press: 0.\(hundredths / 10)\(hundredths % 10) s"
    }

    // MARK: Rows

    private func forget(_ touches: Set<UITouch>) {
        for index in fingers.indices {
            if let touch = fingers[index]?.touch, touches.contains(touch) { fingers[index] = nil }
        }
    }

    /// Shows all fingers of an event: those that rest are told of by nobody, but stand in it.
    ///
    /// An event can call several times, for each phase and each panel: what rests is written down once.
    private func show(_ touches: Set<UITouch>, of event: UIEvent?) {
        let all = event?.allTouches ?? touches
        let isFirstCall = event.map { $0.timestamp != lastRest } ?? false
        lastRest = event?.timestamp ?? lastRest
        for index in fingers.indices {
            guard let touch = fingers[index]?.touch, all.contains(touch) else { continue }
            let row = TouchRow(
                number: index + 1, phase: touch.phase, tapCount: touch.tapCount,
                window: touch.window?.isKeyWindow == true ? "key" : "other",
                view: name(of: touch.view), location: touch.location(in: nil),
                previousLocation: touch.previousLocation(in: nil))
            table.set(row, at: index)
            let isNews = touch.phase == .stationary ? isFirstCall : touches.contains(touch)
            if isNews { history.log(row) }
        }
    }

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

    /// The height of everything with eight rows of history, in letters' heights.
    private static let height: CGFloat = 28.4

    /// The header, the table, and the history in what is left below, eight rows at least; letters as
    /// large as there is room for.
    package override func layoutSubviews() {
        let letter = min(bounds.width / TouchRowsView.width, bounds.height / Self.height, 24)
        let margin = (letter / 3).roundedDownToPixels
        let width = bounds.width - 2 * margin
        title.font = .boldSystemFont(ofSize: letter * 1.5)
        hint.font = .systemFont(ofSize: letter)
        header.frame = CGRect(x: margin, y: margin, width: width, height: letter * 2.25)
        title.frame = header.bounds.insetBy(dx: letter * 0.7, dy: 0)
        hint.frame = title.frame
        table.letter = letter
        history.letter = letter
        table.frame = CGRect(
            x: margin, y: header.frame.maxY + margin, width: width, height: table.height)
        let top = table.frame.maxY + margin
        history.fit(bounds.height - margin - top)
        history.frame = CGRect(x: margin, y: top, width: width, height: history.height)
        for panel in [header, table, history] { panel.layer.cornerRadius = margin }
    }
}

/// What a finger was like at one moment.
package struct TouchRow: Hashable {
    /// The finger's row, from 1.
    package var number: Int
    /// What it did.
    package var phase: UITouch.Phase
    /// How many quick taps this contact makes.
    package var tapCount: Int
    /// The window that it came down in.
    package var window: String
    /// The view that it came down on.
    package var view: String
    /// Where it was, in points of the window.
    package var location: CGPoint
    /// Where it was before, in points of the window.
    package var previousLocation: CGPoint
    /// How often it did that: the last time at this place.
    package var count = 1

    /// Whether it is told of again and again while a finger is down.
    fileprivate var isRepeated: Bool { phase == .moved || phase == .stationary }
}

/// Rows of what fingers were like.
///
/// Text is made when it is drawn: once a frame at most, however often fingers report.
package final class TouchRowsView: UIView {
    /// The least width of all columns, in letters' heights.
    static let width: CGFloat = 38
    /// Where columns begin, in parts of the width; the second one is how often.
    private static let columns: [CGFloat] = [0.7, 2.6, 8.9, 12.2, 15.5, 19.9, 25.1, 31.7]
    private static let names = ["#", "Phase", "", "Taps", "Window", "View", "Location", "Previous"]
    /// In the order of the phases' numbers, as colours are.
    private static let phases = ["began", "moved", "stationary", "ended", "cancelled"]
    /// Where x and y of a place end behind its column's beginning.
    private static let xEnd: CGFloat = 2.6
    private static let yEnd: CGFloat = 5.6

    /// The rows from the top, those that there is no room for as well; nil for those that are empty.
    package private(set) var rows: [TouchRow?]
    /// How many of them are shown.
    package private(set) var shown: Int
    private let hasTitles: Bool
    private var titleLook: [TextAttribute: Any] = [:]
    /// How rows look in each phase.
    private var looks: [[TextAttribute: Any]] = []

    /// Makes empty rows.
    init(rows count: Int, hasTitles: Bool) {
        rows = [TouchRow?](repeating: nil, count: count)
        shown = count
        self.hasTitles = hasTitles
        super.init(frame: .zero)
    }

    /// The size of its letters, in points.
    var letter: CGFloat = 0 {
        didSet {
            guard letter != oldValue else { return }
            let font = UIFont.systemFont(ofSize: letter)
            let colors: [UIColor] = [.green, .white, .cyan, .lightGray, .orange]
            looks = colors.map { [.font: font, .foregroundColor: $0] }
            titleLook = [.font: font, .foregroundColor: UIColor.lightGray]
            setNeedsDisplay()
        }
    }

    /// The height of a row, in points.
    private var rowHeight: CGFloat { (letter * 1.25).roundedDownToPixels }
    /// What is free above and below the rows, in points.
    private var padding: CGFloat { (letter * 0.25).roundedDownToPixels }
    /// The unit of columns, in points.
    private var unit: CGFloat { bounds.width / Self.width }
    /// The height of the rows that are shown with what is free around them, in points.
    var height: CGFloat { frame(ofRow: shown).minY + padding }

    /// Shows as many rows from now on as fit a height.
    func fit(_ height: CGFloat) {
        let room = rowHeight > 0 ? Int((height - 2 * padding) / rowHeight) : 0
        shown = min(max(room, 0), rows.count)
    }

    // MARK: Rows

    /// Puts a row at a place.
    func set(_ row: TouchRow, at index: Int) {
        guard rows.indices.contains(index), rows[index] != row else { return }
        rows[index] = row
        setNeedsDisplay(frame(ofRow: index))
    }

    /// Counts a finger that moved or rested before and does so again; else puts a row on top, and the
    /// lowest one makes room.
    func log(_ row: TouchRow) {
        if row.isRepeated, let index = index(ofSameAs: row), var again = rows[index] {
            again.count += 1
            again.location = row.location
            again.previousLocation = row.previousLocation
            return set(again, at: index)
        }
        guard !rows.isEmpty else { return }
        rows.removeLast()
        rows.insert(row, at: 0)
        setNeedsDisplay()
    }

    /// The row of the same finger and phase, unless a finger came or went since: where several move at
    /// a time, each has its row.
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

    /// Draws the titles and the rows that lie in the rectangle.
    package override func draw(_ rect: CGRect) {
        if hasTitles && rect.minY < frame(ofRow: 0).minY {
            for (title, column) in zip(Self.names, Self.columns) {
                title.draw(at: CGPoint(x: column * unit, y: padding), withAttributes: titleLook)
            }
        }
        for index in 0..<shown {
            let frame = frame(ofRow: index)
            if let row = rows[index], frame.intersects(rect) { draw(row, top: frame.minY) }
        }
    }

    private func draw(_ row: TouchRow, top: CGFloat) {
        guard looks.indices.contains(row.phase.rawValue) else { return }
        let look = looks[row.phase.rawValue]
        func draw(_ text: String, _ column: Int) {
            text.draw(
                at: CGPoint(x: Self.columns[column] * unit, y: top), withAttributes: look)
        }
        func draw(_ number: CGFloat, endingAt end: CGFloat) {
            let text = Int(number.rounded()).description
            let width = text.size(withAttributes: look).width
            text.draw(at: CGPoint(x: end * unit - width, y: top), withAttributes: look)
        }
        draw(row.number.description, 0)
        draw(Self.phases[row.phase.rawValue], 1)
        if row.count > 1 { draw("×\(row.count)", 2) }
        draw(row.tapCount.description, 3)
        draw(row.window, 4)
        draw(row.view, 5)
        for (place, column) in [(row.location, 6), (row.previousLocation, 7)] {
            draw(place.x, endingAt: Self.columns[column] + Self.xEnd)
            draw(place.y, endingAt: Self.columns[column] + Self.yEnd)
        }
    }
}

extension CGFloat {
    /// A length in points that fills whole pixels and is no longer than this.
    @MainActor
    fileprivate var roundedDownToPixels: CGFloat {
        let scale = UIScreen.main.scale
        return (self * scale).rounded(.down) / scale
    }
}
