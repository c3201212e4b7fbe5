import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// The menu: when it is shown, which responder it calls, and when it hides.
@Suite("Menu", .serialized)
@MainActor
struct MenuTests {
    class Line: RecorderView {
        var refuses = false
        var senders: [AnyObject?] = []

        override var canBecomeFirstResponder: Bool { true }

        override func canPerformAction(
            _ action: Selector, withSender sender: Any?
        ) -> Bool {
            !refuses && super.canPerformAction(action, withSender: sender)
        }

        func deleteLine(_ sender: AnyObject?) {
            senders.append(sender)
            trace.record("deleteLine by \(name)")
        }

        static let deleteLine = Selector("deleteLine") { (line: Line) in line.deleteLine }
    }

    final class Sheet: RecorderView {
        func share() { trace.record("share") }
        static let share = Selector("share") { (sheet: Sheet) in sheet.share }
    }

    /// A view that fills the screen and contains V, with a trace of the menu's notifications.
    @MainActor
    struct Scene {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let trace: TouchTrace
        let sheet: Sheet
        let view: Line

        init() {
            trace = TouchTrace(simulator)
            sheet = Sheet("sheet", trace, frame: CGRect(x: 0, y: 0, width: 400, height: 400))
            view = Line("V", trace, frame: CGRect(x: 0, y: 0, width: 200, height: 200))
            simulator.window.addSubview(sheet)
            sheet.addSubview(view)
            let names: [(UINotification.Name, String)] = [
                (UIMenuController.willShowMenuNotification, "willShow"),
                (UIMenuController.didShowMenuNotification, "didShow"),
                (UIMenuController.willHideMenuNotification, "willHide"),
                (UIMenuController.didHideMenuNotification, "didHide"),
                (UIMenuController.menuFrameDidChangeNotification, "frameDidChange"),
            ]
            for (name, text) in names {
                UINotificationCenter.default.addObserver(
                    forName: name, object: UIMenuController.shared
                ) { [trace] _ in trace.record(text) }
            }
            UIMenuController.shared.menuItems = [
                UIMenuItem(title: "Delete", action: Line.deleteLine)
            ]
            UIMenuController.shared.setTargetRect(
                CGRect(x: 90, y: 150, width: 20, height: 20), in: view)
        }

        /// Puts finger 1 on the middle of the menu's visible frame.
        func pressMenu() {
            let frame = UIMenuController.shared.menuFrame
            simulator.down(1, at: CGPoint(frame.midX, frame.minY + frame.height * 0.4))
        }

        /// Taps the middle of the menu's visible frame.
        func tapMenu() {
            pressMenu()
            simulator.up(1)
        }
    }

    /// Shows the menu for V, which is the first responder.
    private func showMenu() -> (Scene, UIMenuController) {
        let scene = Scene()
        let menu = UIMenuController.shared
        scene.view.becomeFirstResponder()
        menu.isMenuVisible = true
        return (scene, menu)
    }

    @Test(
        "G-50: A chosen item calls the first responder with the menu as sender, and hides the menu."
    )
    func golden50() {
        let scene = Scene()
        let menu = UIMenuController.shared
        #expect(scene.view.becomeFirstResponder())
        menu.setMenuVisible(true, animated: true)
        #expect(menu.isMenuVisible)
        scene.trace.expectRemovedLines("willShow@0", "didShow@0")
        scene.tapMenu()
        scene.trace.expectRemovedLines("deleteLine by V@0", "willHide@0", "didHide@0")
        #expect(scene.view.senders.count == 1 && scene.view.senders[0] === menu)
        #expect(!menu.isMenuVisible && menu.menuFrame == .zero)
    }

    @Test("An animated menu fades in and out, and is not drawn afterwards")
    func fades() {
        let scene = Scene()
        let menu = UIMenuController.shared
        let without = scene.simulator.render()
        scene.view.becomeFirstResponder()
        menu.setMenuVisible(true, animated: true)
        #expect(scene.simulator.render().isEqual(to: without))
        scene.simulator.advance(by: 0.1)
        let half = scene.simulator.render()
        scene.simulator.advance(by: 0.1)
        let full = scene.simulator.render()
        #expect(!half.isEqual(to: without))
        #expect(!half.isEqual(to: full))
        #expect(!full.isEqual(to: without))
        menu.setMenuVisible(false, animated: true)
        #expect(!menu.isMenuVisible)
        #expect(scene.simulator.render().isEqual(to: full))
        scene.simulator.advance(by: 0.3)
        #expect(scene.simulator.render().isEqual(to: without))
        #expect(!scene.simulator.application.needsFrames)
    }

    @Test("G-50: Without a first responder the menu stays hidden and posts no notification.")
    func withoutFirstResponder() {
        let scene = Scene()
        UIMenuController.shared.setMenuVisible(true, animated: true)
        #expect(!UIMenuController.shared.isMenuVisible)
        #expect(scene.trace.removeLines() == [])
    }

    @Test("R-8.1: Without a target rectangle the menu appears in the upper left corner.")
    func withoutTarget() {
        let scene = Scene()
        let other = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let view = Line("V", scene.trace, frame: other.window.bounds)
        other.window.addSubview(view)
        let menu = UIMenuController.shared
        menu.menuItems = [UIMenuItem(title: "Delete", action: Line.deleteLine)]
        view.becomeFirstResponder()
        menu.isMenuVisible = true
        #expect(menu.isMenuVisible)
        #expect(menu.menuFrame.minX < 10 && menu.menuFrame.minY < 10)
    }

    @Test("R-8.1: Each application has one menu of its own.")
    func shared() {
        let first = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let menu = UIMenuController.shared
        #expect(menu === UIMenuController.shared)
        let second = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        #expect(menu !== UIMenuController.shared)
        withExtendedLifetime((first, second)) {}
    }

    @Test("R-8.2: The menu isn't shown for a target in another window, or if no item has a target.")
    func conditions() {
        let scene = Scene()
        let menu = UIMenuController.shared
        scene.view.becomeFirstResponder()
        scene.view.refuses = true
        menu.isMenuVisible = true
        #expect(!menu.isMenuVisible)
        scene.view.refuses = false
        menu.menuItems = []
        menu.isMenuVisible = true
        #expect(!menu.isMenuVisible)
        menu.menuItems = [UIMenuItem(title: "Delete", action: Line.deleteLine)]
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        window.isHidden = false
        menu.setTargetRect(.zero, in: window)
        menu.isMenuVisible = true
        #expect(!menu.isMenuVisible)
        menu.setTargetRect(.zero, in: scene.view)
        #expect(scene.trace.removeLines() == [])
        menu.isMenuVisible = true
        #expect(menu.isMenuVisible)
    }

    @Test("R-8.2: The menu shows only the items that a responder can perform now.")
    func takenItems() {
        let (scene, menu) = showMenu()
        let narrow = menu.menuFrame.width
        menu.menuItems?.append(UIMenuItem(title: "Share", action: Sheet.share))
        menu.update()
        #expect(menu.menuFrame.width > narrow)
        scene.view.refuses = true
        menu.update()
        scene.tapMenu()
        scene.trace.expectRemovedLines(
            "willShow@0", "didShow@0", "frameDidChange@0", "frameDidChange@0", "share@0",
            "willHide@0", "didHide@0")
    }

    @Test("R-8.3: A responder performs an action that it or a later responder implements.")
    func canPerform() {
        let scene = Scene()
        #expect(scene.view.canPerformAction(Line.deleteLine, withSender: nil))
        #expect(scene.view.canPerformAction(Sheet.share, withSender: nil))
        #expect(!scene.sheet.canPerformAction(Line.deleteLine, withSender: nil))
        #expect(scene.view.target(forAction: Sheet.share, withSender: nil) === scene.sheet)
        #expect(scene.view.target(forAction: Line.deleteLine, withSender: nil) === scene.view)
        scene.view.refuses = true
        #expect(!scene.view.canPerformAction(Line.deleteLine, withSender: nil))
        #expect(scene.view.target(forAction: Line.deleteLine, withSender: nil) == nil)
    }

    @Test("R-8.4: The first responder in the chain that can perform an action receives it.")
    func chain() {
        let scene = Scene()
        let inner = Line("inner", scene.trace, frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        scene.view.addSubview(inner)
        inner.refuses = true
        inner.becomeFirstResponder()
        let menu = UIMenuController.shared
        menu.isMenuVisible = true
        scene.tapMenu()
        #expect(scene.trace.removeLines().contains("deleteLine by V@0"))
    }

    @Test("R-8.4: A finger outside hides the menu, and is still delivered to its view.")
    func touchOutside() {
        let (scene, _) = showMenu()
        _ = scene.trace.removeLines()
        scene.simulator.play("1↓(10,10) 1↑")
        scene.trace.expectRemovedLines("willHide@0", "didHide@0", "V.began{1}@0", "V.ended{1}@0")
    }

    @Test(
        "R-8.4: An item that a finger holds while the menu is hidden is not chosen by the lift.",
        arguments: [true, false])
    func hiddenDuringTouch(isAnimated: Bool) {
        let (scene, menu) = showMenu()
        scene.pressMenu()
        menu.setMenuVisible(false, animated: isAnimated)
        // The lift must not choose an item of a menu that is shown again either.
        menu.isMenuVisible = true
        _ = scene.trace.removeLines()
        scene.simulator.up(1)
        #expect(scene.trace.removeLines() == [])
        #expect(menu.isMenuVisible)
    }

    @Test("R-8.4: A finger outside hides the menu although another finger holds an item.")
    func hiddenByTouchDuringTouch() {
        let (scene, _) = showMenu()
        scene.pressMenu()
        _ = scene.trace.removeLines()
        scene.simulator.play("2↓(10,10) 1↑ 2↑")
        scene.trace.expectRemovedLines("willHide@0", "didHide@0", "V.began{2}@0", "V.ended{2}@0")
    }

    @Test("R-8.4: Neither an earlier finger nor a finger on the menu's border hides the menu.")
    func touchBefore() {
        let scene = Scene()
        scene.view.becomeFirstResponder()
        scene.simulator.down(1, at: CGPoint(10, 10))
        UIMenuController.shared.isMenuVisible = true
        scene.simulator.play("1→(20,10) 1↑")
        #expect(UIMenuController.shared.isMenuVisible)
        _ = scene.trace.removeLines()
        let frame = UIMenuController.shared.menuFrame
        scene.simulator.down(2, at: CGPoint(frame.minX + 1, frame.maxY - 2))
        scene.simulator.up(2)
        #expect(UIMenuController.shared.isMenuVisible)
        #expect(scene.trace.removeLines() == [])
        // A finger that slides off an item chooses nothing.
        scene.simulator.down(3, at: CGPoint(frame.midX, frame.midY))
        scene.simulator.play("3→(399,399) 3↑")
        #expect(UIMenuController.shared.isMenuVisible)
        #expect(scene.trace.removeLines() == [])
        UIMenuController.shared.setMenuVisible(false, animated: true)
        scene.trace.expectRemovedLines("willHide@0", "didHide@0")
        UIMenuController.shared.hideMenu()
        #expect(scene.trace.removeLines() == [])
    }

    @Test(
        "R-8.5: The menu appears above its target, below if space is missing, or as its arrow says."
    )
    func placement() {
        let (scene, menu) = showMenu()
        #expect(menu.menuFrame.maxY == 150 && menu.menuFrame.midX == 100)
        #expect(menu.menuFrame.height >= 44 && menu.menuFrame.width >= 44)
        menu.setTargetRect(CGRect(x: 90, y: 20, width: 20, height: 20), in: scene.view)
        menu.update()
        #expect(menu.menuFrame.minY == 40)
        menu.arrowDirection = .left
        menu.update()
        #expect(menu.menuFrame.minX == 110)
        menu.arrowDirection = .right
        menu.setTargetRect(CGRect(x: 150, y: 50, width: 20, height: 20), in: scene.view)
        menu.update()
        #expect(menu.menuFrame.maxX == 150 && menu.menuFrame.midY == 60)
        menu.arrowDirection = .up
        menu.update()
        #expect(menu.menuFrame.minY == 70)
        menu.arrowDirection = .down
        scene.view.transform = CGAffineTransform(translationX: 100, y: 100)
        menu.update()
        #expect(menu.menuFrame.maxY == 150 && menu.menuFrame.midX == 260)
    }

    @Test("The menu is completely visible for every target on the screen.")
    func onScreen() {
        let scene = Scene()
        let menu = UIMenuController.shared
        scene.view.becomeFirstResponder()
        menu.menuItems = ["One", "Two", "Three"].map {
            UIMenuItem(title: $0, action: Line.deleteLine)
        }
        for direction in [UIMenuController.ArrowDirection.default, .up, .down, .left, .right] {
            menu.arrowDirection = direction
            for x in stride(from: -50.0, through: 450, by: 50) {
                for y in stride(from: -50.0, through: 450, by: 50) {
                    menu.setTargetRect(CGRect(x: x, y: y, width: 4, height: 4), in: scene.view)
                    menu.isMenuVisible = true
                    let screen = CGRect(x: 0, y: 0, width: 400, height: 400)
                    #expect(
                        menu.isMenuVisible && screen.contains(menu.menuFrame),
                        "\(direction) \(x) \(y)")
                }
            }
        }
    }

    @Test("A change of the screen hides the menu.")
    func screenChange() {
        let (scene, menu) = showMenu()
        scene.simulator.application.changeScreenGeometry(
            to: ScreenGeometry(scanoutWidth: 200, scanoutHeight: 300))
        #expect(!menu.isMenuVisible)
    }

    @Test("The menu looks right above, with several items, pressed, and wrapped into rows.")
    func golden() throws {
        let scene = Scene()
        scene.sheet.backgroundColor = UIColor(white: 0.93, alpha: 1)
        scene.view.backgroundColor = .white
        scene.view.becomeFirstResponder()
        let menu = UIMenuController.shared
        menu.menuItems = ["Delete", "Copy", "Share …"].map {
            UIMenuItem(title: $0, action: Line.deleteLine)
        }
        menu.setTargetRect(CGRect(x: 120, y: 150, width: 20, height: 20), in: scene.view)
        menu.isMenuVisible = true
        let frame = menu.menuFrame
        scene.simulator.down(1, at: CGPoint(frame.midX, frame.midY - 4))
        try expectPicture(scene.simulator.render(), matches: "menu-above")
        scene.simulator.cancel(1)
        menu.menuItems = (1...8).map {
            UIMenuItem(title: "Number \($0)", action: Line.deleteLine)
        }
        menu.setTargetRect(CGRect(x: 10, y: 10, width: 20, height: 20), in: scene.view)
        menu.update()
        try expectPicture(scene.simulator.render(), matches: "menu-rows")
        #expect(scene.simulator.isUpToDate())
        menu.hideMenu()
        #expect(scene.simulator.isUpToDate())
    }
}
