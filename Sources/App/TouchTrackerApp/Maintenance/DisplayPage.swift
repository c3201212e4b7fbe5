import KioskServices
import TouchKit
import TouchKitGeometry

/// The page of the maintenance menu that changes the rotation, scale and brightness of the screen.
///
/// A new rotation or scale reverts after 15 seconds unless the user confirms it, so that an
/// unreadable picture or unreachable buttons cannot lock the user out.
final class DisplayPage: UIView, MaintenancePage {
    /// The page's title in the title bar of the maintenance menu.
    let title = "Display"
    /// Called with a message of one line that the menu shows to the user.
    var onMessage: ((String) -> Void)?
    /// The time after which a new rotation or scale is reverted if the user has not confirmed it,
    /// in seconds.
    static let confirmationTimeout = 15
    /// The length that the screen's shorter side must have at least for the scenes, in points.
    private static let minimumScreenSide: CGFloat = 320
    private static let standardScales: [CGFloat] = [1, 1.5, 2, 3]
    /// The number of steps between the lowest and the highest brightness.
    private static let brightnessStepCount = 10.0
    private static let timerFired = Selector("timerFired") { (page: DisplayPage) in
        page.timerFired
    }

    /// The state of a change of rotation or scale that the user must confirm.
    private enum Change {
        /// No change waits for confirmation.
        case none
        /// A change waits for confirmation. The values are the settings to which it reverts and the
        /// remaining time in seconds.
        case pending(rotation: Rotation, scale: CGFloat, remainingSeconds: Int)
    }

    /// Called when the user has confirmed a new rotation or scale, or the page has reverted it.
    var onChangeEnd: (() -> Void)?

    private let screen: any ScreenControl
    private var change = Change.none
    private var rows: [DisplayRow] = []
    /// The size of the screen for which the rows were created, in points.
    private var screenSize = CGSize.zero
    private let confirmation = ConfirmationView(frame: .zero)

    /// Creates a page that changes the settings of `screen`.
    init(screen: any ScreenControl) {
        self.screen = screen
        super.init(frame: .zero)
        confirmation.keepButton.addAction(for: .touchUpInside) { [weak self] _ in
            self?.confirmChange()
        }
        confirmation.revertButton.addAction(for: .touchUpInside) { [weak self] _ in
            self?.revertChange()
        }
        addSubview(confirmation)
        updateRows()
    }

    /// Whether a new rotation or scale waits for confirmation.
    var isChangePending: Bool {
        if case .pending = change { return true }
        return false
    }

    /// Reverts a change of rotation or scale that waits for confirmation. The method is called
    /// before the page is removed.
    func pageWillClose() {
        revertChange()
    }

    // MARK: Settings

    private func updateRows() {
        screenSize = UIScreen.main.bounds.size
        for row in rows { row.removeFromSuperview() }
        rows = [rotationRow(), scaleRow()]
        if let brightness = screen.brightness { rows.append(brightnessRow(brightness)) }
        for row in rows {
            row.isHidden = isChangePending
            addSubview(row)
        }
        confirmation.isHidden = !isChangePending
        setNeedsLayout()
    }

    private func rotationRow() -> DisplayRow {
        let row = DisplayRow(title: "Rotation")
        for rotation in Rotation.allCases {
            row.addButton(
                "\(rotation.rawValue)°", isSelected: rotation == screen.rotation
            ) { [weak self] in
                guard let self else { return }
                beginChange(rotation: rotation, scale: screen.scale)
            }
        }
        return row
    }

    private func scaleRow() -> DisplayRow {
        let row = DisplayRow(title: "Scale")
        for scale in availableScales {
            row.addButton(Self.text(for: scale), isSelected: scale == screen.scale) { [weak self] in
                guard let self else { return }
                beginChange(rotation: screen.rotation, scale: scale)
            }
        }
        return row
    }

    /// The scales that the page offers: the current scale, and the standard scales at which both
    /// sides of the screen have at least `minimumScreenSide` points.
    private var availableScales: [CGFloat] {
        let pixels = min(screenSize.width, screenSize.height) * screen.scale
        var scales = Self.standardScales.filter {
            pixels / $0 >= Self.minimumScreenSide || $0 == screen.scale
        }
        if !scales.contains(screen.scale) { scales.append(screen.scale) }
        return scales.sorted()
    }

    private func brightnessRow(_ brightness: Double) -> DisplayRow {
        let row = DisplayRow(title: "Brightness")
        row.addButton("–", isEnabled: brightness > 0) { [weak self] in
            self?.changeBrightness(bySteps: -1)
        }
        row.addValue("\(Int((brightness * 100).rounded())) %")
        row.addButton("+", isEnabled: brightness < 1) { [weak self] in
            self?.changeBrightness(bySteps: 1)
        }
        return row
    }

    private func changeBrightness(bySteps steps: Double) {
        guard let brightness = screen.brightness else { return updateRows() }
        let step = (brightness * Self.brightnessStepCount).rounded() + steps
        let newBrightness = min(max(step / Self.brightnessStepCount, 0), 1)
        if let error = screen.setBrightness(newBrightness) { onMessage?(error) }
        updateRows()
    }

    /// Returns the text for a scale, with at most two decimal places, for example "1×" or "1.5×".
    private static func text(for scale: CGFloat) -> String {
        let hundredths = Int((scale * 100).rounded())
        let rest = hundredths % 100
        if rest == 0 { return "\(hundredths / 100)×" }
        if rest % 10 == 0 { return "\(hundredths / 100).\(rest / 10)×" }
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)×"
    }

    // MARK: Changes

    /// Applies a new rotation and scale, and starts to wait for confirmation. Does nothing if a
    /// change already waits or both values are the current values.
    private func beginChange(rotation: Rotation, scale: CGFloat) {
        guard !isChangePending, rotation != screen.rotation || scale != screen.scale else { return }
        change = .pending(
            rotation: screen.rotation, scale: screen.scale,
            remainingSeconds: Self.confirmationTimeout)
        screen.set(rotation: rotation, scale: scale)
        confirmation.show(remainingSeconds: Self.confirmationTimeout)
        perform(Self.timerFired, with: nil, afterDelay: 1)
        updateRows()
    }

    private func timerFired() {
        guard case .pending(let rotation, let scale, let seconds) = change else { return }
        if seconds <= 1 { return revertChange() }
        change = .pending(rotation: rotation, scale: scale, remainingSeconds: seconds - 1)
        confirmation.show(remainingSeconds: seconds - 1)
        perform(Self.timerFired, with: nil, afterDelay: 1)
    }

    private func confirmChange() {
        screen.saveSettings()
        endChange()
    }

    private func revertChange() {
        guard case .pending(let rotation, let scale, _) = change else { return }
        screen.set(rotation: rotation, scale: scale)
        endChange()
    }

    private func endChange() {
        change = .none
        Self.cancelPreviousPerformRequests(withTarget: self)
        updateRows()
        onChangeEnd?()
    }

    // MARK: Layout

    /// Distributes the rows over the height of the page, up to a maximum row height.
    override func layoutSubviews() {
        // The screen's size changes some time after `set(rotation:scale:)`.
        if screenSize != UIScreen.main.bounds.size { updateRows() }
        confirmation.frame = bounds
        let gap = MaintenanceStyle.spacing
        let height = min((bounds.height + gap) / CGFloat(max(rows.count, 1)) - gap, 84).rounded(
            .down)
        let width = min(bounds.width, 640)
        let totalHeight = CGFloat(rows.count) * (height + gap) - gap
        var top = (bounds.minY + (bounds.height - totalHeight) * 0.4).rounded()
        for row in rows {
            row.frame = CGRect(
                x: (bounds.midX - width / 2).rounded(), y: top, width: width, height: height)
            top += height + gap
        }
    }
}

/// A row of the page with the name of a setting at the left, and its buttons and values at the
/// right.
private final class DisplayRow: UIView {
    private let label = UILabel(frame: .zero)
    private var items: [UIView] = []

    init(title: String) {
        super.init(frame: .zero)
        label.text = title
        label.textColor = .white
        addSubview(label)
    }

    func addButton(
        _ title: String, isSelected: Bool = false, isEnabled: Bool = true,
        _ action: @escaping () -> Void
    ) {
        let button = FilledButton(title)
        button.isSelected = isSelected
        button.isEnabled = isEnabled
        button.addAction(for: .touchUpInside) { _ in action() }
        items.append(button)
        addSubview(button)
    }

    func addValue(_ text: String) {
        let value = UILabel(frame: .zero)
        value.text = text
        value.textColor = .white
        value.textAlignment = .center
        items.append(value)
        addSubview(value)
    }

    override func layoutSubviews() {
        let isSmall = bounds.width < 420
        let size: CGFloat = isSmall ? 16 : 22
        let margin = MaintenanceStyle.spacing
        let labelWidth: CGFloat = isSmall ? 112 : 150
        label.font = .systemFont(ofSize: size)
        let textWidth = label.sizeThatFits(.zero).width
        let textArea = labelWidth - margin
        if textWidth > textArea { label.font = .systemFont(ofSize: size * textArea / textWidth) }
        label.frame = CGRect(x: 0, y: 0, width: textArea, height: bounds.height)
        let width =
            (bounds.width - labelWidth + margin) / CGFloat(max(items.count, 1)) - margin
        for (index, item) in items.enumerated() {
            (item as? UILabel)?.font = .systemFont(ofSize: size)
            (item as? FilledButton)?.titleLabel?.font = .systemFont(ofSize: size)
            item.frame = CGRect(
                x: (labelWidth + CGFloat(index) * (width + margin)).rounded(), y: 0,
                width: width.rounded(.down), height: bounds.height)
        }
    }
}

/// A view that asks the user to confirm or revert a new rotation or scale, with a countdown and two
/// buttons.
private final class ConfirmationView: UIView {
    let keepButton = FilledButton("Keep")
    let revertButton = FilledButton("Go back")
    private let question = UILabel(frame: .zero)
    private let countdown = UILabel(frame: .zero)

    override init(frame: CGRect) {
        super.init(frame: frame)
        question.text = "Keep this picture?"
        for label in [question, countdown] {
            label.textAlignment = .center
            addSubview(label)
        }
        question.textColor = .white
        countdown.textColor = MaintenanceColors.secondaryText
        addSubview(revertButton)
        addSubview(keepButton)
    }

    func show(remainingSeconds: Int) {
        countdown.text = "It goes back in \(remainingSeconds) s"
    }

    override func layoutSubviews() {
        let isSmall = MaintenanceStyle.isSmall(bounds.size)
        let size: CGFloat = isSmall ? 19 : 28
        question.font = .boldSystemFont(ofSize: size)
        countdown.font = .systemFont(ofSize: size * 0.8)
        let height: CGFloat = isSmall ? 56 : 76
        let width = min((bounds.width - 36) / 2, 220)
        let top = max(bounds.midY - (size * 3.4 + height) / 2, 0)
        question.frame = CGRect(x: 0, y: top, width: bounds.width, height: size * 1.5)
        countdown.frame = CGRect(
            x: 0, y: question.frame.maxY, width: bounds.width, height: size * 1.4)
        for button in [keepButton, revertButton] {
            button.titleLabel?.font = .systemFont(ofSize: isSmall ? 18 : 24)
        }
        let y = (countdown.frame.maxY + size * 0.5).rounded()
        revertButton.frame = CGRect(
            x: bounds.midX - width - 6, y: y, width: width, height: height)
        keepButton.frame = CGRect(x: bounds.midX + 6, y: y, width: width, height: height)
    }
}
