import LabFaults
import LabFieldTest
import TouchKitContacts

/// A trial of the field test: a fault of the touchscreen, and the test that must detect the fault.
package struct FaultTrial: Sendable, CustomStringConvertible {
    /// The fault, or `nil` for a touchscreen without faults.
    package let fault: TouchFault?
    /// The name of the fault on the command line, or `good`.
    package let description: String
    /// The test that must detect the fault, or `nil` without a fault.
    package let expectedTest: GuidedTest?

    private init(_ description: String, _ fault: TouchFault?, _ expectedTest: GuidedTest?) {
        self.description = description
        self.fault = fault
        self.expectedTest = expectedTest
    }

    /// Returns the trial without a fault, and one for each kind of fault.
    ///
    /// - Parameter seed: The seed of the faults' random positions and strengths.
    package static func makeAll(seed: UInt64) -> [FaultTrial] {
        var noise = TechnicianNoise(seed: seed &+ 1_000)
        return [
            FaultTrial("good", nil, nil),
            FaultTrial(
                "dead-column", .deadColumn(x: noise.uniform(10, 90), width: noise.uniform(5, 9)),
                .coverage),
            FaultTrial("swap-axes", .swapAxes, .accuracy),
            FaultTrial("flip-x", .flipX, .accuracy),
            FaultTrial("flip-y", .flipY, .accuracy),
            FaultTrial(
                "offset", .offset(dx: noise.uniform(3, 8), dy: noise.uniform(-8, -3)), .accuracy),
            FaultTrial(
                "scale", .scale(x: noise.uniform(0.88, 0.95), y: noise.uniform(1.05, 1.12)),
                .accuracy),
            FaultTrial("jitter", .jitter(millimeters: noise.uniform(0.8, 1.2)), .jitter),
            FaultTrial("bend", .bend(millimeters: noise.uniform(3.9, 4.2)), .linearity),
            FaultTrial("lost-slot", .lostSlot(Int(noise.uniform(0, 9.99))), .multiTouch),
            FaultTrial("swapped-slots", .swappedSlots(seconds: 1), .multiTouch),
            FaultTrial(
                "merge-distance", .mergeDistance(millimeters: noise.uniform(22, 28)), .multiTouch),
            FaultTrial("double-tap-bounce", .doubleTapBounce(percent: 100), .tap),
            FaultTrial("slow-rate", .slowRate(hertz: noise.uniform(25, 50)), .latency),
            FaultTrial(
                "gaps", .gaps(milliseconds: noise.uniform(120, 200), seconds: 1), .latency),
            FaultTrial("ghost", .ghost(seconds: 2), .ghosts),
            FaultTrial("stuck", .stuckAnywhere, .ghosts),
        ]
    }
}
