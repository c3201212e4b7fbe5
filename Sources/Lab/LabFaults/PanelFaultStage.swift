import TouchKitContacts
import TouchKitGeometry

/// One fault at work: frames in, frames out. What goes in is a stream as a good panel has it, or the fault before;
/// what comes out is one that a panel could say: whatever comes down has a slot and a tracking id of its own.
protocol PanelFaultStage: Sendable {
    /// When it has something to say by itself.
    ///
    /// - Parameter isEnding: Whether nothing more will happen: then only what is under way is brought to its end.
    func nextDue(isEnding: Bool) -> Timestamp?
    /// Takes a frame; what was due before it has been said.
    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer)
    /// Says what is due at a moment; its next one is later.
    mutating func fire(at time: Timestamp, into output: inout TouchFrameBuffer)
}

extension PanelFaultStage {
    func nextDue(isEnding: Bool) -> Timestamp? { nil }

    mutating func fire(at time: Timestamp, into output: inout TouchFrameBuffer) {}
}

extension PanelFault {
    /// The fault at work on a panel.
    ///
    /// - Parameters:
    ///   - panel: The panel.
    ///   - random: Its chance: of no other fault, so that one more fault changes nothing about the others.
    ///   - start: When the panel is switched on.
    func stage(
        on panel: FaultyPanel, _ random: RepeatableRandom, start: Timestamp
    ) -> any PanelFaultStage {
        switch self {
        case .deadColumn(let x, let width):
            DeadBand(across: true, middle: x / 100, width: width, panel)
        case .deadRow(let y, let height):
            DeadBand(across: false, middle: y / 100, width: height, panel)
        case .swapAxes: MisplacedContacts(.swapped, panel, random)
        case .flipX: MisplacedContacts(.flippedX, panel, random)
        case .flipY: MisplacedContacts(.flippedY, panel, random)
        case .offset(let dx, let dy):
            MisplacedContacts(.moved(CGVector(dx: dx, dy: dy)), panel, random)
        case .scale(let x, let y):
            MisplacedContacts(.scaled(CGVector(dx: x, dy: y)), panel, random)
        case .jitter(let millimeters):
            MisplacedContacts(.scattered(millimeters: millimeters), panel, random)
        case .bend(let millimeters):
            MisplacedContacts(.bent(millimeters: millimeters), panel, random)
        case .lostSlot(let slot): LostSlot(slot, panel, random, start: start)
        case .swappedSlots(let seconds): SwappedSlots(seconds: seconds, panel, random)
        case .ghost(let seconds): GhostContacts(seconds: seconds, panel, random, start: start)
        case .mergeDistance(let millimeters):
            MergedContacts(millimeters: millimeters, panel)
        case .slowRate(let hertz): SlowReports(hertz: hertz, panel)
        case .gaps(let milliseconds, let seconds):
            ReportGaps(
                milliseconds: milliseconds, seconds: seconds, panel, random, start: start)
        case .stuck(let x, let y):
            StuckContact(near: CGPoint(x: x / 100, y: y / 100), panel)
        case .stuckAnywhere: StuckContact(near: nil, panel)
        case .doubleTapBounce(let percent):
            BouncingTaps(percent: percent, panel, random)
        }
    }
}

extension RepeatableRandom {
    /// A time in microseconds that is about so many seconds: half to one and a half of it.
    mutating func microseconds(about seconds: Double) -> Int64 {
        Int64((seconds * 1_000_000 * number(in: 0.5...1.5)).rounded())
    }
}

extension PanelSize {
    /// How far two places are from each other, in millimetres.
    func distance(_ first: CGPoint, _ second: CGPoint) -> Double {
        let dx = (first.x - second.x) * width
        let dy = (first.y - second.y) * height
        return (dx * dx + dy * dy).squareRoot()
    }
}
