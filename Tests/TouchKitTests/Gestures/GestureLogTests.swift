import Testing
import TouchKit
import TouchKitTesting

/// The log that says why a gesture did what it did.
@Suite("Gesture log", .serialized)
@MainActor
struct GestureLogTests {
    let stage = Stage()

    @Test("Each decision is a line: when, who, from, why, to, and by which rule.")
    func lines() {
        let double = UITapGestureRecognizer()
        double.numberOfTapsRequired = 2
        stage.add("double", double)
        stage.add("single", UITapGestureRecognizer()).require(toFail: double)
        var lines: [String] = []
        stage.simulator.application.gestureLog = { lines.append($0) }
        stage.play("1↓(50,50)@0 1↑@.05")
        #expect(
            lines == [
                "0.050000  single  possible → set to ended → ended  (R-4.1)",
                "0.050000  single  ended → waits for double to fail → possible  (R-6.3)",
                "0.400000  double  possible → set to failed → failed  (R-4.1)",
                "0.400000  single  possible → recognizes → ended  (R-4.1)",
                "0.400000  double  failed → reset → possible  (R-4.5)",
                "0.400000  single  ended → reset → possible  (R-4.5)",
            ])
    }

    @Test("Without a name, it is the class and a number; switched off, nothing is written.")
    func nameless() {
        let pan = UIPanGestureRecognizer()
        stage.view.addGestureRecognizer(pan)
        var lines: [String] = []
        stage.simulator.application.gestureLog = { lines.append($0) }
        stage.play("1↓(50,50)@0 1↑@.05")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains("  UIPanGestureRecognizer ") })
        stage.simulator.application.gestureLog = nil
        stage.play("1↓(50,50)@10 1↑@10.05")
        #expect(lines.count == 2)
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
}
