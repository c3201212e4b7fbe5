import TouchKit

/// The control panel of the arena scene, with three pages: a button for each gesture recognizer,
/// the settings of the selected recognizer, and the log of gesture events. A small panel shows only
/// one of these pages at a time.
package final class ArenaPanel: UIView {
    /// A page of the control panel.
    package enum Page: Int, CaseIterable, Sendable {
        case trace
        case recognizers
        case rules
    }

    /// The minimum width at which the panel shows all pages at once, in points.
    private static let minimumFullWidth: CGFloat = 380
    /// The minimum height at which the panel shows all pages at once, in points.
    private static let minimumFullHeight: CGFloat = 380
    private static let rowHeight: CGFloat = 44
    private static let headingHeight: CGFloat = 24

    /// The gesture recognizers of the arena scene, beginning with the recognizers of the outer
    /// view.
    private let recognizers: [ArenaRecognizer]
    private let trace: UIView
    /// The index of the selected recognizer, whose settings the panel shows.
    package private(set) var selectedIndex = 0
    /// The page that the panel shows if it is too small for all pages.
    package private(set) var page = Page.trace
    private let buttons: [ArenaButton]
    private let tabs: [ArenaButton]
    private let titles: [UILabel]
    private let rules: [ArenaRuleView]
    private let heading = UILabel(frame: .zero)

    /// Creates a panel.
    ///
    /// - Parameters:
    ///   - recognizers: The gesture recognizers of the arena scene, beginning with the recognizers
    ///     of the outer view.
    ///   - trace: The view that lists the gesture events.
    init(recognizers: [ArenaRecognizer], trace: UIView) {
        self.recognizers = recognizers
        self.trace = trace
        buttons = recognizers.map { ArenaButton(title: $0.gesture.title) }
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
            button.addAction(for: .touchUpInside) { [weak self] _ in self?.tapButton(index) }
            addSubview(button)
        }
        for (page, tab) in zip(Page.allCases, tabs) {
            tab.addAction(for: .touchUpInside) { [weak self] _ in self?.showPage(to: page) }
            addSubview(tab)
        }
        for view in rules {
            view.onChange = { [weak self] rule, isOn in self?.set(rule, isOn) }
            addSubview(view)
        }
        update()
    }

    /// Selects the recognizer at `index`. If it is already selected, enables or disables it.
    private func tapButton(_ index: Int) {
        if index == selectedIndex {
            recognizers[index][.isEnabled].toggle()
        } else {
            selectedIndex = index
        }
        update()
    }

    /// Changes a setting of the selected recognizer.
    private func set(_ rule: ArenaRule, _ isOn: Bool) {
        recognizers[selectedIndex][rule] = isOn
        update()
    }

    private func showPage(to page: Page) {
        self.page = page
        update()
        setNeedsLayout()
    }

    /// Updates the buttons and switches to the current settings of the recognizers.
    private func update() {
        let recognizer = recognizers[selectedIndex]
        for (index, button) in buttons.enumerated() {
            button.isOn = recognizers[index][.isEnabled]
            button.isSelected = index == selectedIndex
        }
        for (index, tab) in tabs.enumerated() { tab.isOn = index == page.rawValue }
        tabs[Page.rules.rawValue].title = recognizer.name
        heading.text = "Rules of \(recognizer.name)"
        for view in rules { view.show(recognizer) }
    }

    // MARK: Layout

    /// Whether the panel is too small to show all pages at once.
    package var isSmall: Bool {
        bounds.width < Self.minimumFullWidth || bounds.height < Self.minimumFullHeight
    }

    /// Lays out all pages, or only the selected page if the panel is small.
    package override func layoutSubviews() {
        let isSmall = isSmall
        func isShown(_ page: Page) -> Bool { !isSmall || page == self.page }
        for tab in tabs { tab.isHidden = !isSmall }
        for view in titles { view.isHidden = !isShown(.recognizers) }
        for view in buttons { view.isHidden = !isShown(.recognizers) }
        for view in rules { view.isHidden = !isShown(.rules) }
        trace.isHidden = !isShown(.trace)
        heading.isHidden = isSmall
        var area = bounds
        if isSmall {
            layOut(tabs, in: removeTop(&area, Self.rowHeight), columns: 3)
            layOutButtons(in: area, columns: 4)
            layOut(rules, in: area, columns: 2)
            trace.frame = area.insetBy(dx: 0, dy: 2)
            return
        }
        layOutButtons(in: removeTop(&area, 2 * Self.rowHeight), columns: 8)
        heading.frame = removeTop(&area, Self.headingHeight).insetBy(dx: 6, dy: 0)
        layOut(rules, in: removeTop(&area, 4 * Self.rowHeight), columns: 2)
        trace.frame = area
    }

    /// Removes a strip with the height `height` from the top of `area`, and returns the strip.
    private func removeTop(_ area: inout CGRect, _ height: CGFloat) -> CGRect {
        let top = CGRect(x: area.minX, y: area.minY, width: area.width, height: height)
        area = CGRect(
            x: area.minX, y: area.minY + height, width: area.width,
            height: max(0, area.height - height))
        return top
    }

    /// Lays out the recognizer buttons of each arena view beside the title of the view, in rows of
    /// `columns` buttons. Without space for the titles, each button shows the title of its view as
    /// its caption.
    private func layOutButtons(in area: CGRect, columns: Int) {
        let count = buttons.count / titles.count
        let rows = CGFloat((count + columns - 1) / columns)
        let titleWidth: CGFloat = columns == count ? 26 : 0
        for (index, label) in titles.enumerated() {
            let block = CGRect(
                x: area.minX, y: area.minY + CGFloat(index) * rows * Self.rowHeight,
                width: area.width, height: rows * Self.rowHeight)
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

    /// Lays out views from left to right in rows of 44 points, with `columns` views in each row.
    private func layOut(_ views: [UIView], in area: CGRect, columns: Int) {
        for (index, view) in views.enumerated() {
            let column = CGFloat(index % columns)
            let left = (area.width * column / CGFloat(columns)).rounded()
            let right = (area.width * (column + 1) / CGFloat(columns)).rounded()
            view.frame = CGRect(
                x: area.minX + left, y: area.minY + CGFloat(index / columns) * Self.rowHeight,
                width: right - left, height: Self.rowHeight)
        }
    }
}
