/// The menu interface for commands in an app: a bubble with actions for the first responder.
///
/// Set `menuItems` and the target rectangle, then make the menu visible. The menu is shown only if
/// the key window has a first responder, the target view is in the same window, and a responder in
/// the chain can perform at least one of the actions. The menu is hidden after an item was
/// chosen, when a touch begins outside of the menu, and when the screen changes. A touch outside of
/// the menu is also delivered to the view that it hits, as in UIKit.
@MainActor
public final class UIMenuController {
    /// The direction the arrow of the menu is pointing.
    public enum ArrowDirection: Int, Sendable {
        /// The arrow points down from a menu above the target, or up if there is not enough space
        /// above the target.
        case `default` = 0
        /// The arrow points up at the target.
        case up = 1
        /// The arrow points down at the target.
        case down = 2
        /// The arrow points to the left at the target.
        case left = 3
        /// The arrow points to the right at the target.
        case right = 4
    }

    /// Posted by the menu controller just before it shows the menu.
    public static let willShowMenuNotification = UINotification.Name("UIMenuControllerWillShowMenu")
    /// Posted by the menu controller just after it shows the menu.
    public static let didShowMenuNotification = UINotification.Name("UIMenuControllerDidShowMenu")
    /// Posted by the menu controller just before it hides the menu.
    public static let willHideMenuNotification = UINotification.Name("UIMenuControllerWillHideMenu")
    /// Posted by the menu controller just after it hides the menu.
    public static let didHideMenuNotification = UINotification.Name("UIMenuControllerDidHideMenu")
    /// Posted when the frame of a visible menu changes.
    public static let menuFrameDidChangeNotification = UINotification.Name(
        "UIMenuControllerMenuFrameDidChange")

    /// The menu controller of the current application.
    public static var shared: UIMenuController { UIApplication.shared.menuController }
    /// The duration of fading in and out, in seconds.
    private static let fadeDuration = 0.2

    /// The custom menu items for the menu. Items whose action no responder can perform are not
    /// shown. Unlike in UIKit, the menu contains no system items.
    public var menuItems: [UIMenuItem]?
    /// The direction the arrow of the menu is pointing.
    public var arrowDirection = ArrowDirection.default
    /// The frame of the visible menu including its arrow, in points of the screen, or zero while
    /// the menu is hidden.
    public private(set) var menuFrame = CGRect.zero

    private weak var application: UIApplication?
    private var targetRect = CGRect.zero
    private weak var targetView: UIView?
    /// Whether `setTargetRect(_:in:)` was called.
    private var hasTarget = false
    /// The window of the visible menu, or `nil` while the menu is hidden.
    private var window: UIWindow?

    /// Creates the menu controller of an application.
    init(application: UIApplication) {
        self.application = application
    }

    // MARK: Visibility

    /// A Boolean value that indicates whether the menu is visible.
    public var isMenuVisible: Bool {
        get { window != nil }
        set { setMenuVisible(newValue, animated: false) }
    }

    /// Shows or hides the menu.
    ///
    /// - Parameters:
    ///   - isVisible: Whether the menu is visible. `isMenuVisible` has the new value immediately.
    ///   - animated: Whether the menu fades in or out. The menu receives touches while it fades in.
    ///     The notifications are posted before the end of the fade.
    public func setMenuVisible(_ isVisible: Bool, animated: Bool) {
        if isVisible { show(animated: animated) } else { hide(animated: animated) }
    }

    /// Sets the area in a view above or below which the menu is positioned.
    ///
    /// Without a target, the menu is in the upper-left corner of the screen.
    ///
    /// - Parameters:
    ///   - rect: The rectangle that the arrow points at, in the view's coordinate system.
    ///   - view: The view in whose coordinate system `rect` is specified.
    public func setTargetRect(_ rect: CGRect, in view: UIView) {
        targetRect = rect
        targetView = view
        hasTarget = true
    }

    /// Shows the menu for a rectangle in the coordinate system of a view.
    public func showMenu(from view: UIView, rect: CGRect) {
        setTargetRect(rect, in: view)
        show()
    }

    /// Hides the menu.
    public func hideMenu() {
        hide(animated: false)
    }

    private func hide(animated: Bool) {
        guard let window else { return }
        post(Self.willHideMenuNotification)
        // An observer of the notification may have hidden the menu.
        guard self.window === window else { return }
        self.window = nil
        application?.visibleMenu = nil
        menuFrame = .zero
        // A finger that is still on an item must not choose the item when it is lifted.
        application?.dispatcher.cancelTouches(in: window)
        if animated {
            window.isUserInteractionEnabled = false
            fade(window, to: 0) { window.isHidden = true }
        } else {
            window.isHidden = true
        }
        post(Self.didHideMenuNotification)
    }

    /// Fades the content of a menu's window to an alpha value.
    private func fade(_ window: UIWindow, to alpha: CGFloat, completion: @escaping () -> Void) {
        UIView.animate(
            withDuration: Self.fadeDuration, delay: 0, options: .allowUserInteraction
        ) {
            for view in window.subviews { view.alpha = alpha }
        } completion: { _ in
            completion()
        }
    }

    /// Hides the menu. The value of `view` has no effect.
    public func hideMenu(from view: UIView) {
        hideMenu()
    }

    /// Updates the appearance and the position of the visible menu.
    ///
    /// Call this method after changing the items, the target or the responders. The menu is hidden
    /// if no item can be shown.
    public func update() {
        guard let window else { return }
        let items = performableItems
        guard !items.isEmpty, let menu = makeMenu(items) else { return hideMenu() }
        setContent(of: window, menu)
    }

    /// Shows the menu, or updates it if it is visible.
    private func show(animated: Bool = false) {
        if window != nil { return update() }
        let items = performableItems
        guard let application, !items.isEmpty, let menu = makeMenu(items) else { return }
        post(Self.willShowMenuNotification)
        guard window == nil else { return }
        let window = UIWindow(frame: menu.placement.frame, application: application)
        window.windowLevel = .menu
        self.window = window
        menuFrame = menu.placement.frame
        setContent(of: window, menu)
        application.visibleMenu = self
        window.isHidden = false
        if animated {
            for view in window.subviews { view.alpha = 0 }
            fade(window, to: 1) {}
        }
        post(Self.didShowMenuNotification)
    }

    // MARK: Items

    /// The first responder of the key window, or `nil` if the menu cannot be shown.
    private var actionResponder: UIResponder? {
        guard let window = application?.keyWindow, let responder = window.firstResponder,
            !hasTarget || targetView?.window === window
        else { return nil }
        return responder
    }

    /// The items of `menuItems` whose action a responder in the chain can perform.
    private var performableItems: [UIMenuItem] {
        guard let actionResponder else { return [] }
        return (menuItems ?? []).filter {
            actionResponder.target(forAction: $0.action, withSender: self) != nil
        }
    }

    /// Performs the action of an item and hides the menu.
    private func performAction(of item: UIMenuItem) {
        if let target = application?.keyWindow?.firstResponder?
            .target(forAction: item.action, withSender: self)
        {
            item.action.perform(on: target, with: self)
        }
        hideMenu()
    }

    // MARK: Layout

    /// Returns a menu view for `items` and the placement of the menu, or `nil` if the target view
    /// no longer exists.
    private func makeMenu(
        _ items: [UIMenuItem]
    ) -> (view: MenuView, placement: MenuPlacement)? {
        guard let application else { return nil }
        let target: CGRect
        if hasTarget {
            guard let targetView else { return nil }
            target = targetRect.standardized.applying(targetView.transformToScreen)
        } else {
            target = .zero
        }
        let screen = application.screen.bounds
        let view = MenuView(items: items) { [weak self] in self?.performAction(of: $0) }
        let size = view.bubbleSize(maximumWidth: screen.width - 2 * MenuPlacement.margin)
        let placement = MenuPlacement(
            size: size, target: target, screen: screen, side: arrowDirection.side)
        return (view, placement)
    }

    /// Replaces the content of the menu's window and posts a notification if the menu's frame
    /// changes.
    private func setContent(
        of window: UIWindow, _ menu: (view: MenuView, placement: MenuPlacement)
    ) {
        for view in window.subviews { view.removeFromSuperview() }
        let frame = menu.placement.frame
        window.frame = frame
        menu.view.layOut(menu.placement)
        window.addSubview(menu.view)
        guard frame != menuFrame else { return }
        menuFrame = frame
        post(Self.menuFrameDidChangeNotification)
    }

    // MARK: Touches

    /// Hides the menu if a touch of the event begins outside of the menu's window.
    func hideMenu(forTouchesIn event: UIEvent) {
        for touch in event.touches where touch.phase == .began && touch.window !== window {
            return hideMenu()
        }
    }

    /// Posts a notification with the menu controller as its object.
    private func post(_ name: UINotification.Name) {
        application?.notificationCenter.post(name: name, object: self)
    }
}

extension UIMenuController.ArrowDirection {
    /// The direction as a `MenuPlacement` value, or `nil` for `default`, for which the placement
    /// chooses the direction.
    fileprivate var side: MenuPlacement.ArrowSide? {
        switch self {
        case .default: return nil
        case .up: return .up
        case .down: return .down
        case .left: return .left
        case .right: return .right
        }
    }
}
