import KioskServices
import TouchKit
import TouchKitGeometry

/// How the picture is turned, scaled and lit.
///
/// A turned or scaled picture has to be kept within 15 seconds, or it goes back: whoever can't read it, or
/// can't hit the buttons any more, only has to wait.
final class DisplayPage: MaintenancePage {
    /// How long there is to keep what was changed, in seconds.
    static let patience = 15
    /// The least extent of a screen that scenes fit, in points.
    private static let leastExtent: CGFloat = 320
    private static let scales: [CGFloat] = [1, 1.5, 2, 3]
    /// A tap brightens or darkens by so much.
    private static let brightnessSteps = 10.0
    private static let tick = Selector("tick") { (page: DisplayPage) in page.tick }

    /// What is tried.
    private enum Trial {
        case none
        /// It goes back to this, after so many seconds.
        case running(rotation: Rotation, scale: CGFloat, seconds: Int)
    }

    /// Is called when a picture that was tried is kept or has gone back.
    var onTrialEnd: (() -> Void)?

    private let panel: any Panel
    private var trial = Trial.none
    private var rows: [DisplayRow] = []
    /// The screen that the rows are for.
    private var screenSize = CGSize.zero
    private let confirmation = ConfirmationView(frame: .zero)

    /// Makes a page for a panel.
    init(panel: any Panel) {
        self.panel = panel
        super.init(title: "Display")
        confirmation.isHidden = true
        confirmation.keepButton.addAction(for: .touchUpInside) { [weak self] _ in self?.keep() }
        confirmation.revertButton.addAction(for: .touchUpInside) { [weak self] _ in
            self?.goBack()
        }
        addSubview(confirmation)
        showSettings()
    }

    /// Whether a turned or scaled picture waits to be kept.
    var isTrying: Bool {
        if case .running = trial { return true }
        return false
    }

    /// What wasn't kept goes back.
    override func leave() {
        goBack()
    }

    // MARK: Settings

    private func showSettings() {
        screenSize = UIScreen.main.bounds.size
        for row in rows { row.removeFromSuperview() }
        rows = [rotationRow(), scaleRow()]
        if let brightness = panel.brightness { rows.append(brightnessRow(brightness)) }
        for row in rows {
            row.isHidden = isTrying
            addSubview(row)
        }
        confirmation.isHidden = !isTrying
        setNeedsLayout()
    }

    private func rotationRow() -> DisplayRow {
        let row = DisplayRow(title: "Rotation")
        for rotation in Rotation.allCases {
            row.add("\(rotation.rawValue)°", isChosen: rotation == panel.rotation) { [weak self] in
                guard let self else { return }
                self.try(rotation: rotation, scale: panel.scale)
            }
        }
        return row
    }

    private func scaleRow() -> DisplayRow {
        let row = DisplayRow(title: "Scale")
        for scale in offeredScales {
            row.add(Self.words(scale), isChosen: scale == panel.scale) { [weak self] in
                guard let self else { return }
                self.try(rotation: panel.rotation, scale: scale)
            }
        }
        return row
    }

    /// Those that leave enough points, and the one there is.
    private var offeredScales: [CGFloat] {
        let pixels = min(screenSize.width, screenSize.height) * panel.scale
        var scales = Self.scales.filter { pixels / $0 >= Self.leastExtent || $0 == panel.scale }
        if !scales.contains(panel.scale) { scales.append(panel.scale) }
        return scales.sorted()
    }

    private func brightnessRow(_ brightness: Double) -> DisplayRow {
        let row = DisplayRow(title: "Brightness")
        row.add("–", isEnabled: brightness > 0) { [weak self] in self?.brighten(by: -1) }
        row.addValue("\(Int((brightness * 100).rounded())) %")
        row.add("+", isEnabled: brightness < 1) { [weak self] in self?.brighten(by: 1) }
        return row
    }

    private func brighten(by steps: Double) {
        guard let brightness = panel.brightness else { return showSettings() }
        let whole = (brightness * Self.brightnessSteps).rounded() + steps
        let wished = min(max(whole / Self.brightnessSteps, 0), 1)
        if let trouble = panel.setBrightness(wished) { onNotice?(trouble) }
        showSettings()
    }

    /// "1×", "1.5×"
    private static func words(_ scale: CGFloat) -> String {
        let hundredths = Int((scale * 100).rounded())
        let rest = hundredths % 100
        if rest == 0 { return "\(hundredths / 100)×" }
        if rest % 10 == 0 { return "\(hundredths / 100).\(rest / 10)×" }
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)×"
    }

    // MARK: Trying

    private func `try`(rotation: Rotation, scale: CGFloat) {
        guard !isTrying, rotation != panel.rotation || scale != panel.scale else { return }
        trial = .running(rotation: panel.rotation, scale: panel.scale, seconds: Self.patience)
        panel.show(rotation: rotation, scale: scale)
        confirmation.show(seconds: Self.patience)
        perform(Self.tick, with: nil, afterDelay: 1)
        showSettings()
    }

    private func tick() {
        guard case .running(let rotation, let scale, let seconds) = trial else { return }
        if seconds <= 1 { return goBack() }
        trial = .running(rotation: rotation, scale: scale, seconds: seconds - 1)
        confirmation.show(seconds: seconds - 1)
        perform(Self.tick, with: nil, afterDelay: 1)
    }

    private func keep() {
        panel.keep()
        endTrial()
    }

    private func goBack() {
        guard case .running(let rotation, let scale, _) = trial else { return }
        panel.show(rotation: rotation, scale: scale)
        endTrial()
    }

    private func endTrial() {
        trial = .none
        Self.cancelPreviousPerformRequests(withTarget: self)
        showSettings()
        onTrialEnd?()
    }

    // MARK: Layout

    /// The rows share the height, as far as they need it.
    override func layoutSubviews() {
        // A picture that was turned or scaled has its new size only some time later.
        if screenSize != UIScreen.main.bounds.size { showSettings() }
        confirmation.frame = bounds
        let gap: CGFloat = 8
        let height = min((bounds.height + gap) / CGFloat(max(rows.count, 1)) - gap, 84).rounded(
            .down)
        let width = min(bounds.width, 640)
        let all = CGFloat(rows.count) * (height + gap) - gap
        var top = (bounds.minY + (bounds.height - all) * 0.4).rounded()
        for row in rows {
            row.frame = CGRect(
                x: (bounds.midX - width / 2).rounded(), y: top, width: width, height: height)
            top += height + gap
        }
    }
}

/// A name, and buttons beside it.
private final class DisplayRow: UIView {
    private let label = UILabel(frame: .zero)
    private var items: [UIView] = []

    init(title: String) {
        super.init(frame: .zero)
        label.text = title
        label.textColor = .white
        addSubview(label)
    }

    func add(
        _ title: String, isChosen: Bool = false, isEnabled: Bool = true,
        _ action: @escaping () -> Void
    ) {
        let button = PlateButton(title)
        button.isSelected = isChosen
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
        let margin: CGFloat = 6
        let column: CGFloat = isSmall ? 112 : 150
        label.font = .systemFont(ofSize: size)
        label.frame = CGRect(x: 4, y: 0, width: column - 4, height: bounds.height)
        let room = bounds.width - column
        let width = (room + margin) / CGFloat(max(items.count, 1)) - margin
        for (number, item) in items.enumerated() {
            // A button lays its title out when it gets its extent.
            (item as? UILabel)?.font = .systemFont(ofSize: size)
            (item as? PlateButton)?.titleLabel?.font = .systemFont(ofSize: size)
            item.frame = CGRect(
                x: (column + CGFloat(number) * (width + margin)).rounded(), y: 0,
                width: width.rounded(.down), height: bounds.height)
        }
    }
}

/// Asks whether a changed picture shall stay.
private final class ConfirmationView: UIView {
    let keepButton = PlateButton("Keep")
    let revertButton = PlateButton("Go back")
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
        countdown.textColor = MaintenanceColors.quiet
        addSubview(revertButton)
        addSubview(keepButton)
    }

    func show(seconds: Int) {
        countdown.text = "It goes back in \(seconds) s"
    }

    override func layoutSubviews() {
        let isSmall = min(bounds.width, bounds.height) < 300
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
