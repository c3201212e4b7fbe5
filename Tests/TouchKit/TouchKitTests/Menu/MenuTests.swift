import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// The menu: when it shows, whom it calls, when it hides.
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
            trace.note("deleteLine by \(name)")
        }

        static let deleteLine = Selector("deleteLine") { (line: Line) in line.deleteLine }
    }

    final class Sheet: RecorderView {
        func share() { trace.note("share") }
        static let share = Selector("share") { (sheet: Sheet) in sheet.share }
    }

    /// A sheet that fills the screen, with V in it, and a trace of what the menu does.
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
                ) { [trace] _ in trace.note(text) }
            }
            UIMenuController.shared.menuItems = [
                UIMenuItem(title: "Delete", action: Line.deleteLine)
            ]
            UIMenuController.shared.setTargetRect(
                CGRect(x: 90, y: 150, width: 20, height: 20), in: view)
        }

        /// Taps the middle of the menu's visible frame.
        func tapMenu(x: CGFloat = 0.5, finger: Int = 1) {
            let frame = UIMenuController.shared.menuFrame
            simulator.down(
                finger, at: CGPoint(frame.minX + frame.width * x, frame.minY + frame.height * 0.4))
            simulator.up(finger)
        }
    }

    @Test("G-50: shown for the first responder, chosen, it calls it with itself and hides.")
    func golden50() {
        let scene = Scene()
        let menu = UIMenuController.shared
        #expect(scene.view.becomeFirstResponder())
        menu.setMenuVisible(true, animated: true)
        #expect(menu.isMenuVisible)
        #expect(scene.trace.take() == ["willShow@0", "didShow@0"])
        scene.tapMenu()
        #expect(scene.trace.take() == ["deleteLine by V@0", "willHide@0", "didHide@0"])
        #expect(scene.view.senders.count == 1 && scene.view.senders[0] === menu)
        #expect(!menu.isMenuVisible && menu.menuFrame == .zero)
    }

    @Test("G-50: without a first responder it stays hidden, and no one is told.")
    func withoutFirstResponder() {
        let scene = Scene()
        UIMenuController.shared.setMenuVisible(true, animated: true)
        #expect(!UIMenuController.shared.isMenuVisible)
        #expect(scene.trace.take() == [])
    }

    @Test("R-8.1: without a target rectangle it appears in the upper left corner.")
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

    @Test("R-8.1: there is one menu for an application, and it isn't another one's.")
    func shared() {
        let first = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let menu = UIMenuController.shared
        #expect(menu === UIMenuController.shared)
        let second = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        #expect(menu !== UIMenuController.shared)
        withExtendedLifetime((first, second)) {}
    }

    @Test("R-8.2: not for a target in another window, and not if nobody takes an action.")
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
        #expect(scene.trace.take() == [])
        menu.isMenuVisible = true
        #expect(menu.isMenuVisible)
    }

    @Test("R-8.2: only the items are shown that somebody takes now.")
    func takenItems() {
        let scene = Scene()
        let menu = UIMenuController.shared
        scene.view.becomeFirstResponder()
        menu.isMenuVisible = true
        let narrow = menu.menuFrame.width
        menu.menuItems?.append(UIMenuItem(title: "Share", action: Sheet.share))
        menu.update()
        #expect(menu.menuFrame.width > narrow)
        scene.view.refuses = true
        menu.update()
        scene.tapMenu()
        #expect(
            scene.trace.take() == [
                "willShow@0", "didShow@0", "frameDidChange@0", "frameDidChange@0", "share@0",
                "willHide@0", "didHide@0",
            ])
    }

    @Test("R-8.3: a responder takes an action that it has, or that one after it has.")
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

    @Test("R-8.4: the first in the chain that takes an action gets it.")
    func chain() {
        let scene = Scene()
        let inner = Line("inner", scene.trace, frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        scene.view.addSubview(inner)
        inner.refuses = true
        inner.becomeFirstResponder()
        let menu = UIMenuController.shared
        menu.isMenuVisible = true
        scene.tapMenu()
        #expect(scene.trace.take().contains("deleteLine by V@0"))
    }

    @Test("R-8.4: a finger elsewhere hides the menu, and its view gets it all the same.")
    func touchOutside() {
        let scene = Scene()
        scene.view.becomeFirstResponder()
        UIMenuController.shared.isMenuVisible = true
        _ = scene.trace.take()
        scene.simulator.down(1, at: CGPoint(10, 10))
        scene.simulator.up(1)
        #expect(
            scene.trace.take() == [
                "willHide@0", "didHide@0", "V.began{1}@0", "V.ended{1}@0",
            ])
    }

    @Test("R-8.4: a finger that was down already doesn't hide it, nor does one on the menu's rim.")
    func touchBefore() {
        let scene = Scene()
        scene.view.becomeFirstResponder()
        scene.simulator.down(1, at: CGPoint(10, 10))
        UIMenuController.shared.isMenuVisible = true
        scene.simulator.move(1, to: CGPoint(20, 10))
        scene.simulator.up(1)
        #expect(UIMenuController.shared.isMenuVisible)
        _ = scene.trace.take()
        let frame = UIMenuController.shared.menuFrame
        scene.simulator.down(2, at: CGPoint(frame.minX + 1, frame.maxY - 2))
        scene.simulator.up(2)
        #expect(UIMenuController.shared.isMenuVisible)
        #expect(scene.trace.take() == [])
        // A finger that slides off an item chooses nothing.
        scene.simulator.down(3, at: CGPoint(frame.midX, frame.midY))
        scene.simulator.move(3, to: CGPoint(399, 399))
        scene.simulator.up(3)
        #expect(UIMenuController.shared.isMenuVisible)
        #expect(scene.trace.take() == [])
        UIMenuController.shared.setMenuVisible(false, animated: true)
        #expect(scene.trace.take() == ["willHide@0", "didHide@0"])
        UIMenuController.shared.hideMenu()
        #expect(scene.trace.take() == [])
    }

    @Test("R-8.5: it lies above its target, below where there is no room, or as its arrow is told.")
    func placement() {
        let scene = Scene()
        let menu = UIMenuController.shared
        scene.view.becomeFirstResponder()
        menu.isMenuVisible = true
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

    @Test("Every place on the screen has the whole menu on it.")
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
                    #expect(screen.contains(menu.menuFrame), "\(direction) \(x) \(y)")
                }
            }
        }
    }

    @Test("Another screen hides it.")
    func screenChange() {
        let scene = Scene()
        scene.view.becomeFirstResponder()
        UIMenuController.shared.isMenuVisible = true
        scene.simulator.application.screenChanged(
            to: ScreenGeometry(scanoutWidth: 200, scanoutHeight: 300))
        #expect(!UIMenuController.shared.isMenuVisible)
    }

    @Test("It is handsome: above, with several items, pressed, and in rows where it is too wide.")
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
