import TouchKit

/// What views are told of fingers, without any recognizer.
public final class TouchesViewController: UIViewController {
    /// Makes the view.
    public override func loadView() {
        view = TouchesView(frame: UIScreen.main.bounds)
    }
}

/// Shows every finger's phase, tap count, window, view and places while they happen; one tap colours
/// it blue, two taps red, and a press is short or long.
///
/// Fingers may come down on its panels, too: a panel doesn't handle touches, so that they go up the
/// responder chain to this view, while `touch.view` is the panel as long as the finger is down.
public final class TouchesView: UIView {
    /// How a finger pressed.
    public enum Press: Hashable {
        /// It was lifted after so many seconds.
        case short(seconds: Double)
        /// It stayed down.
        case long
    }

    /// From when on a press is long, in seconds: as the tutorial has it.
    public static let longPressDuration = 0.4
    /// How long the first tap waits for a second one, in seconds: the system counts a contact as the
    /// second tap that comes within this time.
    public static let doubleTapInterval = 0.35

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
    public private(set) var press: Press? {
        didSet { title.text = press.map { Self.words($0) } ?? "Touch anywhere" }
    }
    /// A row for each finger.
    public let table = TouchRowsView(rows: 10, hasTitles: true)
    /// Fingers that came and went, the newest on top.
    public let history = TouchRowsView(rows: 0, hasTitles: false)
    private let header = UIView()
    private let title = UILabel()
    private let hint = UILabel()
    /// Who is down; a finger's place here is its row, as long as it is down.
    private var fingers: [Finger?] = []

    /// Makes a view that no finger has touched.
    public override init(frame: CGRect) {
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
    public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
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
        show(touches, of: event, isNews: true)
    }

    /// Fingers moved.
    public override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        show(touches, of: event, isNews: false)
    }

    /// Fingers were lifted: who was quick has tapped.
    public override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for case let finger? in fingers where touches.contains(finger.touch) {
            let seconds = finger.touch.timestamp - finger.beganAt
            guard seconds < Self.longPressDuration else { continue }
            cancelLongPress(of: finger.touch)
            press = .short(seconds: seconds)
            tapped(finger.touch.tapCount)
        }
        show(touches, of: event, isNews: true)
        forget(touches)
    }

    /// Fingers were taken back: they have neither tapped nor pressed.
    public override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches { cancelLongPress(of: touch) }
        show(touches, of: event, isNews: true)
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
    /// - Parameter isNews: Whether `touches` go into the history as well.
    private func show(_ touches: Set<UITouch>, of event: UIEvent?, isNews: Bool) {
        let all = event?.allTouches ?? touches
        for index in fingers.indices {
            guard let touch = fingers[index]?.touch, all.contains(touch) else { continue }
            let row = TouchRow(
                number: index + 1, phase: touch.phase, tapCount: touch.tapCount,
                window: touch.window?.isKeyWindow == true ? "key" : "other",
                view: name(of: touch.view), location: touch.location(in: nil),
                previousLocation: touch.previousLocation(in: nil))
            table.set(row, at: index)
            if isNews && touches.contains(touch) { history.push(row) }
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

    /// The header, the table, and the history in what is left below; letters as large as there is
    /// room for.
    public override func layoutSubviews() {
        let letter = min(bounds.width / TouchRowsView.width, bounds.height / 20, 24)
        let margin = (letter / 3).rounded()
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
public struct TouchRow: Hashable {
    /// The finger's row, from 1.
    public var number: Int
    /// What it did.
    public var phase: UITouch.Phase
    /// How many quick taps this contact makes.
    public var tapCount: Int
    /// The window that it came down in.
    public var window: String
    /// The view that it came down on.
    public var view: String
    /// Where it was, in points of the window.
    public var location: CGPoint
    /// Where it was before, in points of the window.
    public var previousLocation: CGPoint
}

/// Rows of what fingers were like.
///
/// Text is made when it is drawn: once a frame at most, however often fingers report.
public final class TouchRowsView: UIView {
    /// The width of all columns, in letters' heights.
    static let width: CGFloat = 36
    /// Where columns begin, in letters' heights; places are numbers that end there.
    private static let columns: [CGFloat] = [0.7, 2.6, 9.2, 12.6, 17.6, 22.6, 29]
    private static let titles = ["#", "Phase", "Taps", "Window", "View", "Location", "Previous"]
    /// Where x and y of a place end behind its column's beginning.
    private static let xEnd: CGFloat = 2.6
    private static let yEnd: CGFloat = 5.6

    /// The rows from the top; nil for those that are empty.
    public private(set) var rows: [TouchRow?]
    private let hasTitles: Bool
    private var titleLook: [TextAttribute: Any] = [:]
    /// How rows look in each phase.
    private var looks: [[TextAttribute: Any]] = []

    /// Makes empty rows.
    init(rows count: Int, hasTitles: Bool) {
        rows = [TouchRow?](repeating: nil, count: count)
        self.hasTitles = hasTitles
        super.init(frame: .zero)
    }

    /// The size of its letters, in points.
    var letter: CGFloat = 0 {
        didSet {
            guard letter != oldValue else { return }
            let font = UIFont.systemFont(ofSize: letter)
            // In the order of the phases' numbers: began, moved, stationary, ended, cancelled.
            let colors: [UIColor] = [.green, .white, .cyan, .lightGray, .orange]
            looks = colors.map { [.font: font, .foregroundColor: $0] }
            titleLook = [.font: font, .foregroundColor: UIColor.lightGray]
            setNeedsDisplay()
        }
    }

    /// The height of a row, in points.
    var rowHeight: CGFloat { (letter * 1.25).rounded() }
    /// What is free above and below the rows, in points.
    private var padding: CGFloat { (letter * 0.25).rounded() }
    /// The height of all rows with what is free around them, in points.
    var height: CGFloat { frame(ofRow: rows.count).minY + padding }

    /// Has as many rows from now on as fit a height; the lowest ones go or are empty.
    func fit(_ height: CGFloat) {
        let count = rowHeight > 0 ? max(0, Int((height - 2 * padding) / rowHeight)) : 0
        while rows.count > count { rows.removeLast() }
        while rows.count < count { rows.append(nil) }
    }

    // MARK: Rows

    /// Puts a row at a place.
    func set(_ row: TouchRow, at index: Int) {
        guard rows.indices.contains(index), rows[index] != row else { return }
        rows[index] = row
        setNeedsDisplay(frame(ofRow: index))
    }

    /// Puts a row on top; the lowest one makes room.
    func push(_ row: TouchRow) {
        guard !rows.isEmpty else { return }
        rows.removeLast()
        rows.insert(row, at: 0)
        setNeedsDisplay()
    }

    private func frame(ofRow index: Int) -> CGRect {
        let line = CGFloat(hasTitles ? index + 1 : index)
        return CGRect(
            x: 0, y: padding + line * rowHeight, width: bounds.width, height: rowHeight)
    }

    // MARK: Drawing

    /// Draws the titles and the rows that lie in the rectangle.
    public override func draw(_ rect: CGRect) {
        if hasTitles && rect.minY < frame(ofRow: 0).minY {
            for (title, column) in zip(Self.titles, Self.columns) {
                title.draw(at: CGPoint(x: column * letter, y: padding), withAttributes: titleLook)
            }
        }
        for index in rows.indices {
            let frame = frame(ofRow: index)
            if let row = rows[index], frame.intersects(rect) { draw(row, top: frame.minY) }
        }
    }

    private func draw(_ row: TouchRow, top: CGFloat) {
        guard looks.indices.contains(row.phase.rawValue) else { return }
        let look = looks[row.phase.rawValue]
        func draw(_ text: String, _ column: Int) {
            text.draw(
                at: CGPoint(x: Self.columns[column] * letter, y: top), withAttributes: look)
        }
        func draw(_ number: CGFloat, endingAt end: CGFloat) {
            let text = Int(number.rounded()).description
            let width = text.size(withAttributes: look).width
            text.draw(at: CGPoint(x: end * letter - width, y: top), withAttributes: look)
        }
        draw(row.number.description, 0)
        draw(Self.name(of: row.phase), 1)
        draw(row.tapCount.description, 2)
        draw(row.window, 3)
        draw(row.view, 4)
        for (place, column) in [(row.location, 5), (row.previousLocation, 6)] {
            draw(place.x, endingAt: Self.columns[column] + Self.xEnd)
            draw(place.y, endingAt: Self.columns[column] + Self.yEnd)
        }
    }

    private static func name(of phase: UITouch.Phase) -> String {
        switch phase {
        case .began: "began"
        case .moved: "moved"
        case .stationary: "stationary"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }
}
