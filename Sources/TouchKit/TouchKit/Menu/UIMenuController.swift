/// The menu of an application: a bubble with actions for the first responder.
///
/// Set `menuItems`, then where it belongs, then make it visible. It shows only if the key window has
/// a first responder, in the window of the target view, and somebody from there up the chain takes at
/// least one of the actions. It hides when an item was chosen, when a finger comes down
/// anywhere else (which then goes to its view as if there were no menu, as on iOS), and when the
/// screen becomes another one.
@MainActor
public final class UIMenuController {
    /// Where the menu's arrow points; raw values are UIKit's.
    public enum ArrowDirection: Int, Sendable {
        /// Down, from a menu above its target, or up if there is no room above.
        case `default` = 0
        /// Up: the menu is below its target.
        case up = 1
        /// Down: the menu is above its target.
        case down = 2
        /// To the left: the menu is to the right of its target.
        case left = 3
        /// To the right: the menu is to the left of its target.
        case right = 4
    }

    /// The menu is about to be shown.
    public static let willShowMenuNotification = UINotification.Name("UIMenuControllerWillShowMenu")
    /// The menu is shown.
    public static let didShowMenuNotification = UINotification.Name("UIMenuControllerDidShowMenu")
    /// The menu is about to be hidden.
    public static let willHideMenuNotification = UINotification.Name("UIMenuControllerWillHideMenu")
    /// The menu is hidden.
    public static let didHideMenuNotification = UINotification.Name("UIMenuControllerDidHideMenu")
    /// The menu moved, or has another size, while it was visible.
    public static let menuFrameDidChangeNotification = UINotification.Name(
        "UIMenuControllerMenuFrameDidChange")

    /// The running application's menu.
    public static var shared: UIMenuController { UIApplication.shared.menuController }

    /// The entries; those that nobody takes now aren't shown.
    public var menuItems: [UIMenuItem]?
    /// Where the arrow points.
    public var arrowDirection = ArrowDirection.default
    /// Where the visible menu is on the screen with its arrow, in points; zero while it is hidden.
    public private(set) var menuFrame = CGRect.zero

    private weak var application: UIApplication?
    private var targetRect = CGRect.zero
    private weak var targetView: UIView?
    private var hasTarget = false
    private var window: UIWindow?

    init(application: UIApplication) {
        self.application = application
    }

    // MARK: Showing

    /// Whether it is shown.
    public var isMenuVisible: Bool {
        get { window != nil }
        set { setMenuVisible(newValue, animated: false) }
    }

    /// Shows or hides it. It comes and goes at once, animated or not.
    public func setMenuVisible(_ isVisible: Bool, animated: Bool) {
        if isVisible { show() } else { hideMenu() }
    }

    /// Says what the arrow points at; without it, the menu is in the screen's upper left corner.
    ///
    /// - Parameters:
    ///   - rect: The place, in the view's coordinates.
    ///   - view: The view.
    public func setTargetRect(_ rect: CGRect, in view: UIView) {
        targetRect = rect
        targetView = view
        hasTarget = true
    }

    /// Shows it at a place of a view.
    public func showMenu(from view: UIView, rect: CGRect) {
        setTargetRect(rect, in: view)
        show()
    }

    /// Hides it.
    public func hideMenu() {
        guard let window else { return }
        post(Self.willHideMenuNotification)
        // Somebody who was told may have hidden it already.
        guard self.window === window else { return }
        window.isHidden = true
        self.window = nil
        application?.visibleMenu = nil
        menuFrame = .zero
        post(Self.didHideMenuNotification)
    }

    /// Hides it; which view doesn't matter.
    public func hideMenu(from view: UIView) {
        hideMenu()
    }

    /// Brings a visible menu up to date with its items, their takers and its target; hides it if
    /// there is nothing left to show. Call it after you changed any of them.
    public func update() {
        guard let window else { return }
        let items = takenItems
        guard !items.isEmpty, let placed = place(items) else { return hideMenu() }
        fill(window, placed)
    }

    private func show() {
        if window != nil { return update() }
        let items = takenItems
        guard let application, !items.isEmpty, let placed = place(items) else { return }
        post(Self.willShowMenuNotification)
        guard window == nil else { return }
        let window = UIWindow(frame: placed.placement.frame, application: application)
        window.windowLevel = .menu
        self.window = window
        menuFrame = placed.placement.frame
        fill(window, placed)
        application.visibleMenu = self
        window.isHidden = false
        post(Self.didShowMenuNotification)
    }

    // MARK: Items

    /// Where the search for who takes an action begins; nil where the menu has nothing to show.
    private var firstTaker: UIResponder? {
        guard let window = application?.keyWindow, let responder = window.firstResponder,
            !hasTarget || targetView?.window === window
        else { return nil }
        return responder
    }

    private var takenItems: [UIMenuItem] {
        guard let firstTaker else { return [] }
        return (menuItems ?? []).filter {
            firstTaker.target(forAction: $0.action, withSender: self) != nil
        }
    }

    private func choose(_ item: UIMenuItem) {
        if let target = application?.keyWindow?.firstResponder?
            .target(forAction: item.action, withSender: self)
        {
            item.action.perform(on: target, with: self)
        }
        hideMenu()
    }

    // MARK: Place

    private func place(
        _ items: [UIMenuItem]
    ) -> (view: MenuView, placement: MenuPlacement)? {
        guard let application else { return nil }
        let target: CGRect
        if hasTarget {
            guard let targetView else { return nil }
            target = targetRect.standardized.applying(targetView.transformToScreenRoot)
        } else {
            target = .zero
        }
        let screen = application.screen.bounds
        let view = MenuView(items: items) { [weak self] in self?.choose($0) }
        let size = view.bubbleSize(room: screen.width - 2 * MenuPlacement.margin)
        let placement = MenuPlacement(
            size: size, target: target, screen: screen, side: arrowDirection.side)
        return (view, placement)
    }

    private func fill(_ window: UIWindow, _ placed: (view: MenuView, placement: MenuPlacement)) {
        for view in window.subviews { view.removeFromSuperview() }
        let frame = placed.placement.frame
        window.frame = frame
        placed.view.layOut(placed.placement)
        window.addSubview(placed.view)
        guard frame != menuFrame else { return }
        menuFrame = frame
        post(Self.menuFrameDidChangeNotification)
    }

    // MARK: Touches

    /// A finger that comes down anywhere but on the menu hides it; its own view gets it all the
    /// same.
    func sawTouches(of event: UIEvent) {
        for touch in event.touches where touch.phase == .began && touch.window !== window {
            return hideMenu()
        }
    }

    private func post(_ name: UINotification.Name) {
        application?.notificationCenter.post(name: name, object: self)
    }
}

extension UIMenuController.ArrowDirection {
    /// Where the arrow points; nil where the menu chooses.
    fileprivate var side: MenuPlacement.Side? {
        switch self {
        case .default: return nil
        case .up: return .up
        case .down: return .down
        case .left: return .left
        case .right: return .right
        }
    }
}
