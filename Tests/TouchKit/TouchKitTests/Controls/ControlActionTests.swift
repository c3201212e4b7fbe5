import Testing
import TouchKit
import TouchKitTesting

/// Actions called for a control's events.
@Suite("Control actions", .serialized)
@MainActor
struct ControlActionTests {
    final class Listener: UIView {
        var log: [String] = []
        func plain() { log.append("plain") }
        func withSender(_ sender: UIButton) { log.append("from \(sender.tag)") }
        func withEvent(_ sender: UIControl, _ event: UIEvent?) {
            log.append("\(sender.tag) \(event.map { "at \($0.timestamp)" } ?? "by program")")
        }

        static let plain = Selector("plain") { (listener: Listener) in listener.plain }
        static let withSender = Selector("withSender") { (listener: Listener) in
            listener.withSender
        }
    }

    final class FirstResponderView: UIView {
        override var canBecomeFirstResponder: Bool { true }
    }

    /// A button with tag 7, and a listener for its actions.
    @MainActor
    struct Scene {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        let listener = Listener(frame: CGRect(x: 0, y: 0, width: 100, height: 100))

        init() {
            button.tag = 7
            simulator.window.addSubview(button)
        }

        func tap() {
            simulator.play("1↓(10,10) 1↑")
        }
    }

    @Test("Methods can be given by name or as closures, with or without sender and event.")
    func forms() {
        let scene = Scene()
        let (button, listener) = (scene.button, scene.listener)
        button.addTarget(listener, action: Listener.plain, for: .touchUpInside)
        button.addTarget(listener, action: Listener.withSender, for: .touchUpInside)
        button.addTarget(listener, action: { $0.plain }, for: .touchUpInside)
        button.addTarget(listener, action: { $0.withSender }, for: .touchUpInside)
        button.addTarget(listener, action: { $0.withEvent }, for: .touchUpInside)
        scene.simulator.advance(to: 2)
        scene.tap()
        #expect(listener.log == ["plain", "from 7", "plain", "from 7", "7 at 2.0"])
        listener.log = []
        button.sendActions(for: .touchUpInside)
        #expect(listener.log.last == "7 by program")
        #expect(button.allControlEvents == .touchUpInside)
        #expect(
            button.actions(forTarget: listener, forControlEvent: .touchUpInside) == [
                "plain", "withSender",
            ])
        #expect(button.actions(forTarget: listener, forControlEvent: .touchDown) == nil)
    }

    @Test("The same method of the same target, added twice, is called once.")
    func addedTwice() {
        let scene = Scene()
        scene.button.addTarget(scene.listener, action: Listener.plain, for: .touchDown)
        scene.button.addTarget(
            scene.listener, action: Listener.plain, for: [.touchDown, .touchUpInside])
        scene.tap()
        #expect(scene.listener.log == ["plain", "plain"])
    }

    @Test("A removed action is not called; each event is removed separately.")
    func removing() {
        let scene = Scene()
        let (button, listener) = (scene.button, scene.listener)
        button.addTarget(listener, action: Listener.plain, for: [.touchDown, .touchUpInside])
        button.addTarget(listener, action: Listener.withSender, for: .touchUpInside)
        button.removeTarget(listener, action: Listener.plain, for: .touchDown)
        button.removeTarget(nil, action: Listener.withSender, for: .allEvents)
        scene.tap()
        #expect(listener.log == ["plain"])
        let action = button.addAction(for: .touchUpInside) { _ in listener.log.append("closure") }
        button.removeTarget(nil, action: nil, for: .allEvents)
        scene.tap()
        #expect(listener.log == ["plain", "closure"])
        button.removeAction(action, for: .touchUpInside)
        scene.tap()
        #expect(listener.log == ["plain", "closure"])
    }

    @Test("Targets are held weakly, and a deallocated target has no substitute.")
    func weakTarget() {
        let scene = Scene()
        weak var gone: Listener?
        do {
            let listener = Listener(frame: .zero)
            gone = listener
            scene.button.addTarget(listener, action: Listener.plain, for: .touchUpInside)
            scene.button.addTarget(listener, action: { $0.plain }, for: .touchUpInside)
        }
        #expect(gone == nil)
        scene.simulator.window.addSubview(scene.listener)
        scene.listener.addSubview(scene.button)
        scene.tap()
        #expect(scene.listener.log == [])
    }

    @Test(
        "R-3.9: an action without a target searches from the first responder, then from the sender."
    )
    func nilTarget() {
        let scene = Scene()
        scene.button.addTarget(nil, action: Listener.withSender, for: .touchUpInside)
        scene.tap()
        #expect(scene.listener.log == [])
        // The search starts at the sender, because there is no first responder.
        scene.simulator.window.addSubview(scene.listener)
        scene.listener.addSubview(scene.button)
        scene.tap()
        #expect(scene.listener.log == ["from 7"])
        // The first responder's chain has priority over the sender's.
        let other = Listener(frame: .zero)
        let taker = FirstResponderView(frame: .zero)
        scene.simulator.window.addSubview(other)
        other.addSubview(taker)
        #expect(taker.becomeFirstResponder())
        scene.tap()
        #expect(other.log == ["from 7"] && scene.listener.log == ["from 7"])
        let application = scene.simulator.application
        #expect(application.sendAction(Listener.plain, to: scene.listener, from: nil, for: nil))
        #expect(!application.sendAction(Listener.plain, to: taker, from: nil, for: nil))
        #expect(scene.listener.log == ["from 7", "plain"])
    }
}
