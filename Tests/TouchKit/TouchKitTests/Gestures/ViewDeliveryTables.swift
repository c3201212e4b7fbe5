import Testing
import TouchKit
import TouchKitTesting

/// Tables 5-A to 5-D of the rules: the deliveries to a view with one recognizer, for each
/// combination of its three delivery properties.
@Suite("View delivery tables", .serialized)
@MainActor
struct ViewDeliveryTables: StageSuite {
    /// The values of `cancelsTouchesInView`, `delaysTouchesBegan` and `delaysTouchesEnded`.
    struct Switches: CustomTestStringConvertible, Sendable {
        let cancels, delaysBegan, delaysEnded: Bool

        static let all = (0..<8).map {
            Switches(cancels: $0 & 4 != 0, delaysBegan: $0 & 2 != 0, delaysEnded: $0 & 1 != 0)
        }

        var testDescription: String {
            [cancels, delaysBegan, delaysEnded].map { $0 ? "1" : "0" }.joined(separator: " ")
        }

        @MainActor
        func set(on recognizer: UIGestureRecognizer) {
            recognizer.cancelsTouchesInView = cancels
            recognizer.delaysTouchesBegan = delaysBegan
            recognizer.delaysTouchesEnded = delaysEnded
        }
    }

    let stage = Stage()

    private func double(_ switches: Switches) {
        let double = UITapGestureRecognizer()
        double.numberOfTapsRequired = 2
        switches.set(on: stage.add("D", double))
    }

    @Test("R-5.1, R-5.2, R-5.5, R-5.7, R-5.8: Table 5-A, a double tap.", arguments: Switches.all)
    func doubleTap(switches: Switches) {
        double(switches)
        stage.play("1↓(50,50)@0 1↑@.05 1↓(50,50)@.20 1↑@.25")
        let wanted =
            switch (switches.cancels, switches.delaysBegan, switches.delaysEnded) {
            case (true, false, true): ["V.began{1}@0", "D!ended@0.25", "V.cancelled{1}@0.25"]
            case (true, false, false):
                [
                    "V.began{1}@0", "V.ended{1}@0.05", "V.began{1}@0.2", "D!ended@0.25",
                    "V.cancelled{1}@0.25",
                ]
            case (_, true, _): ["D!ended@0.25"]
            case (false, false, true):
                [
                    "V.began{1}@0", "D!ended@0.25", "V.ended{1}@0.25", "V.began{1}@0.25",
                    "V.ended{1}@0.25",
                ]
            case (false, false, false):
                [
                    "V.began{1}@0", "V.ended{1}@0.05", "V.began{1}@0.2", "D!ended@0.25",
                    "V.ended{1}@0.25",
                ]
            }
        #expect(trace.lines == wanted)
    }

    @Test("R-5.5, R-5.7: Table 5-B, one tap of two.", arguments: Switches.all)
    func oneTapOfTwo(switches: Switches) {
        double(switches)
        stage.play("1↓(50,50)@0 1↑@.05")
        let wanted =
            switch (switches.delaysBegan, switches.delaysEnded) {
            case (false, true): ["V.began{1}@0", "V.ended{1}@0.4"]
            case (false, false): ["V.began{1}@0", "V.ended{1}@0.05"]
            case (true, _): ["V.began{1}@0.4", "V.ended{1}@0.4"]
            }
        #expect(trace.lines == wanted)
    }

    @Test("R-5.2, R-5.4, R-5.5, R-5.7: Table 5-C, a single tap.", arguments: Switches.all)
    func singleTap(switches: Switches) {
        switches.set(on: stage.add("T", UITapGestureRecognizer()))
        stage.play("1↓(50,50)@0 1↑@.10")
        let recognized =
            switch (switches.cancels, switches.delaysBegan) {
            case (true, false): ["V.began{1}@0", "T!ended@0.1", "V.cancelled{1}@0.1"]
            case (false, false): ["V.began{1}@0", "T!ended@0.1", "V.ended{1}@0.1"]
            case (_, true): ["T!ended@0.1"]
            }
        #expect(trace.removeLines() == recognized)
        stage.play("1↓(50,50)@10 1→(+60)@10.05 1↑@10.1")
        let start = switches.delaysBegan ? "10.05" : "10"
        trace.expectLines("V.began{1}@\(start)", "V.moved{1}@10.05", "V.ended{1}@10.1")
    }

    @Test("R-5.2, R-5.4, R-5.5: Table 5-D, a pan.", arguments: Switches.all)
    func pan(switches: Switches) {
        switches.set(on: stage.add("M", UIPanGestureRecognizer()))
        stage.play("1↓(50,50)@0 1→(+6)@.02 1→(+14)@.04 1→(+30)@.06 1↑@.08")
        let wanted =
            switch (switches.cancels, switches.delaysBegan) {
            case (true, false):
                [
                    "V.began{1}@0", "V.moved{1}@0.02", "M!began@0.04", "V.cancelled{1}@0.04",
                    "M!changed@0.06", "M!ended@0.08",
                ]
            case (false, false):
                [
                    "V.began{1}@0", "V.moved{1}@0.02", "M!began@0.04", "V.moved{1}@0.04",
                    "M!changed@0.06", "V.moved{1}@0.06", "M!ended@0.08", "V.ended{1}@0.08",
                ]
            case (_, true): ["M!began@0.04", "M!changed@0.06", "M!ended@0.08"]
            }
        #expect(trace.lines == wanted)
    }
}
