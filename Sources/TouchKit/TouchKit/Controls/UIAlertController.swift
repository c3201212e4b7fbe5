/// An object that displays an alert message.
///
/// Present the controller with `present(_:animated:completion:)`. An alert is in the middle of the
/// screen; an action sheet is at its bottom, and a touch beside it performs the cancel action if it
/// is enabled. A tap on an action dismisses the controller, and then calls the action's handler.
/// UIKit's text fields and popovers are missing.
@MainActor
open class UIAlertController: UIViewController {
    /// Constants indicating the type of alert to display. The raw values are the same as in UIKit.
    public enum Style: Int, Sendable {
        /// An action sheet at the bottom of the screen.
        case actionSheet = 0
        /// An alert in the middle of the screen.
        case alert = 1
    }

    /// The title of the alert. Changes have no effect while the alert is presented.
    open var title: String? { didSet { contentDidChange() } }
    /// Descriptive text that provides more details about the reason for the alert. Changes have no
    /// effect while the alert is presented.
    open var message: String? { didSet { contentDidChange() } }
    /// The style of the alert controller.
    public let preferredStyle: Style
    /// The actions that the user can take in response to the alert or action sheet, in the order in
    /// which they were added.
    public private(set) var actions: [UIAlertAction] = []
    /// The action with a bold title in an alert; the cancel action if `nil`.
    open var preferredAction: UIAlertAction? { didSet { contentDidChange() } }

    private var alertView: AlertView?

    /// Creates and returns a view controller for displaying an alert to the user.
    public init(title: String?, message: String?, preferredStyle: Style) {
        self.title = title
        self.message = message
        self.preferredStyle = preferredStyle
        super.init()
        modalPresentationStyle = .overFullScreen
    }

    /// Attaches an action object to the alert or action sheet, before it is presented.
    open func addAction(_ action: UIAlertAction) {
        actions.append(action)
        contentDidChange()
    }

    /// Shows the texts and actions in the view if the view was loaded before they were set.
    private func contentDidChange() {
        guard presentingViewController == nil else { return }
        alertView?.setContent(of: self)
    }

    open override func loadView() {
        let alertView = AlertView(style: preferredStyle) { [weak self] action in
            self?.dismiss(animated: true) { action.perform() }
        }
        alertView.setContent(of: self)
        self.alertView = alertView
        view = alertView
    }

    override func setTransitionEnd(isShown: Bool) {
        alertView?.setShown(isShown)
    }
}

/// The view of an alert or action sheet, which covers the screen: a dimming layer and panels.
private final class AlertView: UIView {
    /// The width of an alert, in points, as on iOS.
    private static let alertWidth: CGFloat = 270
    /// The maximum width of an action sheet, in points.
    private static let maximumSheetWidth: CGFloat = 400
    /// The vertical distance between the edges of a panel and its text, in points.
    private static let textMargin: CGFloat = 19

    private let isSheet: Bool
    private let dimming = UIControl(frame: .zero)
    private let panel = UIScrollView(frame: .zero)
    /// The panel of an action sheet's cancel button.
    private let cancelPanel = UIView(frame: .zero)
    private let titleLabel = UILabel(frame: .zero)
    private let messageLabel = UILabel(frame: .zero)
    private var buttons: [UIButton] = []
    private var cancelButton: UIButton?
    private var separators: [UIView] = []
    private var isShownInOneRow = false
    /// The action that a touch beside an action sheet performs.
    private var cancelAction: UIAlertAction?
    private let choose: (UIAlertAction) -> Void

    /// Creates a view without texts and buttons; `choose` is called with the chosen action.
    init(style: UIAlertController.Style, choose: @escaping (UIAlertAction) -> Void) {
        isSheet = style == .actionSheet
        self.choose = choose
        super.init(frame: .zero)
        dimming.backgroundColor = ControlStyle.dimming
        if isSheet {
            dimming.addAction(for: .touchUpInside) { [weak self] _ in
                if let action = self?.cancelAction, action.isEnabled { choose(action) }
            }
        }
        titleLabel.font = .boldSystemFont(
            ofSize: isSheet ? ControlStyle.detailSize : ControlStyle.bodySize)
        messageLabel.font = .systemFont(ofSize: ControlStyle.detailSize)
        addViews()
    }

    /// Shows the texts of a controller, and buttons for its actions, in place of the present ones.
    func setContent(of controller: UIAlertController) {
        for view in buttons + separators { view.removeFromSuperview() }
        self.cancelButton?.removeFromSuperview()
        titleLabel.text = controller.title
        messageLabel.text = controller.message
        let cancel = controller.actions.first { $0.style == .cancel }
        cancelAction = cancel
        let bold = isSheet ? cancel : controller.preferredAction ?? cancel
        func makeButton(_ action: UIAlertAction) -> UIButton {
            Self.makeButton(action, isBold: action === bold, choose)
        }
        let others = controller.actions.filter { $0 !== cancel }.map(makeButton)
        let cancelButton = cancel.map(makeButton)
        self.cancelButton = isSheet ? cancelButton : nil
        // Of two buttons, the cancel button is on the left; otherwise it is the last one.
        isShownInOneRow = !isSheet && others.count + (cancel == nil ? 0 : 1) == 2
        let extra = isSheet ? [] : [cancelButton].compactMap { $0 }
        buttons = isShownInOneRow ? extra + others : others + extra
        separators = buttons.map { _ in UIView(frame: .zero) }
        addButtons()
    }

    private static func makeButton(
        _ action: UIAlertAction, isBold: Bool, _ choose: @escaping (UIAlertAction) -> Void
    ) -> UIButton {
        let button = UIButton(type: .system)
        button.cornerRadius = 0
        button.setTitle(action.title, for: .normal)
        button.setBackgroundColor(ControlStyle.pressedFill, for: .highlighted)
        button.fadesTitleWhenHighlighted = false
        if action.style == .destructive { button.setTitleColor(.systemRed, for: .normal) }
        button.titleLabel?.font =
            isBold
            ? .boldSystemFont(ofSize: ControlStyle.bodySize)
            : .systemFont(ofSize: ControlStyle.bodySize)
        button.isEnabled = action.isEnabled
        action.enabledDidChange = { [weak button, weak action] in
            if let action { button?.isEnabled = action.isEnabled }
        }
        button.addAction(for: .touchUpInside) { _ in choose(action) }
        return button
    }

    private func addViews() {
        for label in [titleLabel, messageLabel] {
            label.textAlignment = .center
            label.numberOfLines = 0
            label.textColor = isSheet ? .secondaryLabel : .label
            panel.addSubview(label)
        }
        addSubview(dimming)
        for view in [panel, cancelPanel] {
            view.backgroundColor = ControlStyle.panel
            view.cornerRadius = ControlStyle.panelCornerRadius
            view.clipsToBounds = true
            addSubview(view)
        }
        panel.bounces = false
    }

    private func addButtons() {
        for view in buttons + separators { panel.addSubview(view) }
        for separator in separators { separator.backgroundColor = .separator }
        if let cancelButton { cancelPanel.addSubview(cancelButton) }
        cancelPanel.isHidden = cancelButton == nil
        setNeedsLayout()
    }

    /// Gives the view the appearance before or after a transition.
    func setShown(_ isShown: Bool) {
        layoutIfNeeded()
        dimming.alpha = isShown ? 1 : 0
        guard isSheet else {
            panel.alpha = isShown ? 1 : 0
            return
        }
        let distance = bounds.maxY - panel.center.y + panel.bounds.height / 2
        for view in [panel, cancelPanel] {
            view.transform =
                isShown ? .identity : CGAffineTransform(translationX: 0, y: distance)
        }
    }

    // MARK: Layout

    override func layoutSubviews() {
        dimming.frame = bounds
        let margin = ControlStyle.spacing
        let width = min(
            bounds.width - 2 * margin, isSheet ? Self.maximumSheetWidth : Self.alertWidth)
        let rowHeight = isSheet ? ControlStyle.rowHeight + 12 : ControlStyle.rowHeight
        let cancelHeight = cancelButton == nil ? 0 : rowHeight + margin
        let contentHeight = layoutPanel(width: width, rowHeight: rowHeight)
        let height = min(contentHeight, bounds.height - 2 * margin - cancelHeight)
        let bottom = bounds.maxY - margin
        panel.bounds.size = CGSize(width: width, height: height)
        panel.contentSize = CGSize(width: width, height: contentHeight)
        panel.center = CGPoint(
            x: bounds.midX, y: isSheet ? bottom - cancelHeight - height / 2 : bounds.midY)
        cancelPanel.bounds.size = CGSize(width: width, height: rowHeight)
        cancelPanel.center = CGPoint(x: bounds.midX, y: bottom - rowHeight / 2)
        cancelButton?.frame = cancelPanel.bounds
    }

    /// Lays out the text and the buttons, and returns their height, in points.
    private func layoutPanel(width: CGFloat, rowHeight: CGFloat) -> CGFloat {
        var y: CGFloat = 0
        for label in [titleLabel, messageLabel] where label.text?.isEmpty == false {
            if y == 0 { y = Self.textMargin } else { y += 4 }
            let textWidth = width - 2 * ControlStyle.margin
            let size = label.sizeThatFits(CGSize(width: textWidth, height: 0))
            label.frame = CGRect(
                x: ControlStyle.margin, y: y, width: textWidth, height: size.height)
            y += size.height
        }
        if y > 0 { y += Self.textMargin }
        let line = ControlStyle.separatorWidth
        for (index, button) in buttons.enumerated() {
            if isShownInOneRow {
                let half = width / 2
                button.frame = CGRect(
                    x: CGFloat(index) * half, y: y, width: half, height: rowHeight)
                separators[index].frame =
                    index == 0
                    ? CGRect(x: 0, y: y, width: width, height: line)
                    : CGRect(x: half, y: y, width: line, height: rowHeight)
            } else {
                button.frame = CGRect(x: 0, y: y, width: width, height: rowHeight)
                separators[index].frame = CGRect(
                    x: 0, y: y, width: width, height: y > 0 ? line : 0)
                y += rowHeight
            }
        }
        return isShownInOneRow ? y + rowHeight : y
    }
}
