import TouchKit

/// The arena's switches: a button for each recognizer of each view, and the rules of the chosen one,
/// beside the trace; where there is no room for all of it, one page at a time.
package final class ArenaPanel: UIView {
    /// The pages of a small panel.
    package enum Page: Int, CaseIterable, Sendable {
        case trace
        case recognizers
        case rules
    }

    /// Where everything is shown at once.
    private static let leastWidth: CGFloat = 380
    private static let leastHeight: CGFloat = 380
    private static let rowHeight: CGFloat = 44
    private static let headingHeight: CGFloat = 24

    /// The recognizers, those of a view after each other.
    private let contenders: [ArenaContender]
    private let trace: UIView
    /// The recognizer whose rules are shown, by its place.
    package private(set) var chosen = 0
    /// What a small panel shows.
    package private(set) var page = Page.trace
    private let buttons: [ArenaButton]
    private let tabs: [ArenaButton]
    private let titles: [UILabel]
    private let rules: [ArenaRuleView]
    private let heading = UILabel(frame: .zero)

    /// Makes the switches of recognizers, those of a view after each other, around a trace.
    init(contenders: [ArenaContender], trace: UIView) {
        self.contenders = contenders
        self.trace = trace
        buttons = contenders.map { ArenaButton(title: $0.gesture.title) }
        tabs = ["Trace", "Gestures", ""].map { ArenaButton(title: $0) }
        titles = ["A", "B"].map { title in
            let label = UILabel(frame: .zero)
            label.text = title
            label.font = .boldSystemFont(ofSize: 17)
            label.textAlignment = .center
            return label
        }
        rules = ArenaRule.allCases.map { ArenaRuleView($0) }
        super.init(frame: .zero)
        heading.font = .boldSystemFont(ofSize: 17)
        addSubview(trace)
        addSubview(heading)
        for view in titles { addSubview(view) }
        for (index, button) in buttons.enumerated() {
            button.addAction(for: .touchUpInside) { [weak self] _ in self?.press(index) }
            addSubview(button)
        }
        for (page, tab) in zip(Page.allCases, tabs) {
            tab.addAction(for: .touchUpInside) { [weak self] _ in self?.turn(to: page) }
            addSubview(tab)
        }
        for view in rules {
            view.onChange = { [weak self] rule, isOn in self?.set(rule, isOn) }
            addSubview(view)
        }
        update()
    }

    /// Chooses a recognizer; pressed once more, it is enabled or disabled.
    private func press(_ index: Int) {
        if index == chosen {
            contenders[index][.isEnabled].toggle()
        } else {
            chosen = index
        }
        update()
    }

    private func set(_ rule: ArenaRule, _ isOn: Bool) {
        contenders[chosen][rule] = isOn
        update()
    }

    private func turn(to page: Page) {
        self.page = page
        update()
        setNeedsLayout()
    }

    /// Brings buttons and switches up to date with the recognizers.
    private func update() {
        let contender = contenders[chosen]
        for (index, button) in buttons.enumerated() {
            button.isOn = contenders[index][.isEnabled]
            button.isSelected = index == chosen
        }
        for (index, tab) in tabs.enumerated() { tab.isOn = index == page.rawValue }
        tabs[Page.rules.rawValue].title = contender.name
        heading.text = "Rules of \(contender.name)"
        for view in rules { view.show(contender) }
    }

    // MARK: Layout

    /// Whether there is room for one page only.
    package var isSmall: Bool {
        bounds.width < Self.leastWidth || bounds.height < Self.leastHeight
    }

    /// All of it, or the page that is turned to.
    package override func layoutSubviews() {
        let isSmall = isSmall
        func isShown(_ page: Page) -> Bool { !isSmall || page == self.page }
        for tab in tabs { tab.isHidden = !isSmall }
        for view in titles { view.isHidden = !isShown(.recognizers) }
        for view in buttons { view.isHidden = !isShown(.recognizers) }
        for view in rules { view.isHidden = !isShown(.rules) }
        trace.isHidden = !isShown(.trace)
        heading.isHidden = isSmall
        var room = bounds
        if isSmall {
            layOut(tabs, in: slice(&room, Self.rowHeight), columns: 3)
            layOutButtons(in: room, columns: 4)
            layOut(rules, in: room, columns: 2)
            trace.frame = room.insetBy(dx: 0, dy: 2)
            return
        }
        layOutButtons(in: slice(&room, 2 * Self.rowHeight), columns: 8)
        heading.frame = slice(&room, Self.headingHeight).insetBy(dx: 6, dy: 0)
        layOut(rules, in: slice(&room, 4 * Self.rowHeight), columns: 2)
        trace.frame = room
    }

    /// Takes a slice off the top.
    private func slice(_ room: inout CGRect, _ height: CGFloat) -> CGRect {
        let slice = CGRect(x: room.minX, y: room.minY, width: room.width, height: height)
        room = CGRect(
            x: room.minX, y: room.minY + height, width: room.width,
            height: max(0, room.height - height))
        return slice
    }

    /// A view's recognizers lie in a row behind its name, or in two rows.
    private func layOutButtons(in room: CGRect, columns: Int) {
        let count = buttons.count / titles.count
        let rows = CGFloat((count + columns - 1) / columns)
        let titleWidth: CGFloat = columns == count ? 26 : 0
        for (index, label) in titles.enumerated() {
            let block = CGRect(
                x: room.minX, y: room.minY + CGFloat(index) * rows * Self.rowHeight,
                width: room.width, height: rows * Self.rowHeight)
            label.frame = CGRect(
                x: block.minX, y: block.minY, width: titleWidth, height: block.height)
            label.isHidden = label.isHidden || titleWidth == 0
            let own = Array(buttons[index * count..<(index + 1) * count])
            for button in own { button.caption = titleWidth == 0 ? label.text ?? "" : "" }
            layOut(
                own,
                in: CGRect(
                    x: block.minX + titleWidth, y: block.minY, width: block.width - titleWidth,
                    height: block.height), columns: columns)
        }
    }

    /// Puts views into rows of 44 points, from the left.
    private func layOut(_ views: [UIView], in room: CGRect, columns: Int) {
        for (index, view) in views.enumerated() {
            let column = CGFloat(index % columns)
            let left = (room.width * column / CGFloat(columns)).rounded()
            let right = (room.width * (column + 1) / CGFloat(columns)).rounded()
            view.frame = CGRect(
                x: room.minX + left, y: room.minY + CGFloat(index / columns) * Self.rowHeight,
                width: right - left, height: Self.rowHeight)
        }
    }
}
