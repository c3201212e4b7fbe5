import Testing
import TouchKit
import TouchKitTesting

/// The text lines that log the decisions of the gesture system.
@Suite("Gesture log", .serialized)
@MainActor
struct GestureLogTests {
    let stage = Stage()

    @Test("Each decision is a line: time, recognizer, state → event → state, and the rule.")
    func lines() {
        let double = stage.add("D", UITapGestureRecognizer())
        double.numberOfTapsRequired = 2
        let single = stage.add("T", UITapGestureRecognizer())
        single.require(toFail: double)
        stage.add("M", UIPanGestureRecognizer())
        var lines: [String] = []
        stage.simulator.application.gestureLog = { lines.append($0) }
        stage.play("1↓(50,50)@0 1↑@.05")
        stage.simulator.application.gestureLog = nil
        stage.play("1↓(50,50)@10 1↑@10.05")
        #expect(
            lines == [
                "0.050000  T  possible → set to ended → ended  (R-4.1)",
                "0.050000  M  possible → set to failed → failed  (R-4.1)",
                "0.050000  T  ended → waits for D to fail → possible  (R-6.3)",
                "0.050000  M  failed → reset → possible  (R-4.5)",
                "0.400000  D  possible → set to failed → failed  (R-4.1)",
                "0.400000  T  possible → recognizes → ended  (R-4.1)",
                "0.400000  D  failed → reset → possible  (R-4.5)",
                "0.400000  T  ended → reset → possible  (R-4.5)",
            ])
    }

    @Test("A recognizer without a name is logged by its class; the log names what blocks it.")
    func names() {
        stage.add("L", UILongPressGestureRecognizer())
        stage.view.addGestureRecognizer(UIPanGestureRecognizer())
        var lines: [String] = []
        stage.simulator.application.gestureLog = { lines.append($0) }
        stage.play("1↓(50,50)@0 1↑@.6")
        let prevented = lines.filter { $0.contains("prevented by L") }
        #expect(prevented.count == 1)
        #expect(prevented.first?.hasPrefix("0.500000  UIPanGestureRecognizer ") == true)
        #expect(prevented.first?.hasSuffix("→ failed  (R-6.10)") == true)
    }

    @Test("The trace has a line for each callback of a view and each action.")
    func trace() {
        stage.add("tap", UITapGestureRecognizer())
        var lines: [String] = []
        stage.simulator.application.touchTrace = { lines.append($0) }
        stage.play("1↓(50,50)@0 1↑@.05")
        #expect(
            lines == [
                "0.000000 view RecorderView touchesBegan 1", "0.050000 action tap ended",
                "0.050000 view RecorderView touchesCancelled 1",
            ])
    }

    @Test("Touches of a secret window appear in no log, no trace and no observer.")
    func secretWindow() {
        stage.add("tap", UITapGestureRecognizer())
        stage.add("drag", UIPanGestureRecognizer())
        var lines: [String] = []
        let application = stage.simulator.application
        application.gestureLog = { lines.append($0) }
        application.touchTrace = { lines.append($0) }
        application.gestureObserver = { lines.append("\($0.kind)") }
        stage.window.isSecret = true
        stage.play("1↓(50,50)@0 1↑@.05 1↓(50,50)@1 1→(150,150)@1.1 1↑@1.2")
        #expect(lines == [])
        #expect(stage.trace.lines.contains { $0.contains("tap") })
        stage.window.isSecret = false
        stage.play("1↓(50,50)@10 1↑@10.05")
        #expect(lines.count > 5)
    }
}
