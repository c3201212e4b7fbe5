import CTouchTrackerAllocationCounter
import TouchKit
import TouchKitTesting

/// A suite whose tests use the scene of the golden traces.
@MainActor
protocol StageSuite {
    var stage: Stage { get }
}

extension StageSuite {
    var simulator: TouchSimulator { stage.simulator }
    var trace: TouchTrace { stage.trace }
    var view: RecorderView { stage.view }
    var window: UIWindow { stage.window }

    /// Plays a script in the notation of `FingerScript`, and returns the actions of recognizers.
    func actions(_ script: String) -> [String] {
        stage.play(script)
        return trace.removeLines().filter { $0.contains("!") }
    }

    /// Moves ten fingers at 240 Hz for four seconds on V, which calls `read` with each move.
    ///
    /// - Parameters:
    ///   - distance: The distance between two samples of a finger, in points.
    ///   - read: Receives the arguments of `touchesMoved(_:with:)`.
    /// - Returns: The number of allocations of `read` in the last two seconds.
    func allocationsOfMoves(
        distance: Double, reading read: @escaping (Set<UITouch>, UIEvent?) -> Void
    ) -> UInt {
        view.isMultipleTouchEnabled = true
        var count: UInt = 0
        var isWarm = false
        view.onMoved = { touches, event in
            let before = allocation_counter_value()
            read(touches, event)
            if isWarm { count += allocation_counter_value() - before }
        }
        simulator.displayRate = 60
        for finger in 1...10 { simulator.down(finger, at: CGPoint(0, Double(finger))) }
        for step in 1...960 {
            isWarm = step > 480
            simulator.advance(by: 1.0 / 240)
            simulator.frame { frame in
                for finger in 1...10 {
                    frame.move(finger, to: CGPoint(Double(step) * distance, Double(finger)))
                }
            }
        }
        return count
    }
}
