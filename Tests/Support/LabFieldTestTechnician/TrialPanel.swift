import LabFaults
import LabFieldTest
import TouchKitContacts

/// A panel that the field test is tried on: what is wrong with it, and who has to find that.
package struct TrialPanel: Sendable, CustomStringConvertible {
    /// What is wrong; nil for the good panel.
    package let fault: PanelFault?
    /// What the command line calls it.
    package let description: String
    /// The test that has to find it.
    package let finder: GuidedTest?

    private init(_ description: String, _ fault: PanelFault?, _ finder: GuidedTest?) {
        self.description = description
        self.fault = fault
        self.finder = finder
    }

    /// The good panel, and one for each fault; where something is and how large follows from the seed.
    package static func all(seed: UInt64) -> [TrialPanel] {
        var hand = Hand(seed: seed &+ 1_000)
        return [
            TrialPanel("good", nil, nil),
            TrialPanel(
                "dead-column", .deadColumn(x: hand.number(10, 90), width: hand.number(5, 9)),
                .coverage),
            TrialPanel("swap-axes", .swapAxes, .accuracy),
            TrialPanel("flip-x", .flipX, .accuracy),
            TrialPanel(
                "offset", .offset(dx: hand.number(3, 8), dy: hand.number(-8, -3)), .accuracy),
            TrialPanel(
                "scale", .scale(x: hand.number(0.88, 0.95), y: hand.number(1.05, 1.12)), .accuracy),
            TrialPanel("jitter", .jitter(millimeters: hand.number(0.8, 1.2)), .jitter),
            TrialPanel("bend", .bend(millimeters: hand.number(3.9, 4.2)), .linearity),
            TrialPanel("lost-slot", .lostSlot(Int(hand.number(0, 9.99))), .multiTouch),
            TrialPanel("swapped-slots", .swappedSlots(seconds: 1), .multiTouch),
            TrialPanel(
                "merge-distance", .mergeDistance(millimeters: hand.number(22, 28)), .multiTouch),
            TrialPanel("double-tap-bounce", .doubleTapBounce(percent: 100), .tap),
            TrialPanel("slow-rate", .slowRate(hertz: hand.number(25, 50)), .latency),
            TrialPanel(
                "gaps", .gaps(milliseconds: hand.number(120, 200), seconds: 1), .latency),
            TrialPanel("ghost", .ghost(seconds: 2), .ghosts),
            TrialPanel("stuck", .stuckAnywhere, .ghosts),
        ]
    }
}
