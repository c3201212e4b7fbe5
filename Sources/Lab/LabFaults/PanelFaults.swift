import TouchKitContacts
import TouchKitGeometry

/// A bad panel: takes the touch frames of a good one, and says what the bad one would have said.
///
/// Faults apply in the order in which they are given, each to what the one before says. The same faults, seed
/// and frames give the same frames. What comes out is a stream as a panel's: what comes down has a
/// slot of its own and the next tracking id (from 65,535 on from 0, as the kernel's), moves while it is down, and ends where
/// it was reported last. Where every slot is taken, a finger waits for the first report in which one is free.
///
/// Some faults say something by themselves: whoever feeds frames as they come asks `nextDue` and calls
/// `advance(to:into:)`; `FaultyFrames` does both for frames that are known before. Once as many fingers were
/// down as ever will be, nothing here allocates.
package struct PanelFaults: Sendable {
    /// What is wrong, in order.
    package let faults: [PanelFault]
    /// The panel.
    package let panel: FaultyPanel

    private var stages: [any PanelFaultStage]
    /// What the next stage is given, and what it says; their memory is used again.
    private var current = TouchFrameBuffer()
    private var said = TouchFrameBuffer()

    /// Makes a panel that nobody touches.
    ///
    /// - Parameters:
    ///   - faults: What is wrong, in order; with none, frames pass as they are.
    ///   - panel: The panel.
    ///   - seed: Chooses among what may happen by chance.
    ///   - start: When it is switched on: nothing happens before. For frames on the monotonic clock, now.
    package init(
        _ faults: [PanelFault], panel: FaultyPanel = FaultyPanel(), seed: UInt64 = 1,
        start: Timestamp = .zero
    ) {
        self.faults = faults
        self.panel = panel
        var seeds = RepeatableRandom(seed: seed)
        stages = []
        for fault in faults {
            let random = RepeatableRandom(seed: seeds.next())
            stages.append(fault.stage(on: panel, random, start: start))
        }
        if !faults.isEmpty { stages.append(ReportedPlaces(panel)) }
    }

    /// When it will say something by itself; nil where it won't unless it is touched.
    package var nextDue: Timestamp? { earliest(isEnding: false)?.due }

    /// Takes a frame of the good panel. Frames of other devices pass as they are.
    ///
    /// - Parameters:
    ///   - frame: The frame; its time is not before that of the one before.
    ///   - emit: Gets what the bad panel says up to then: any number of frames, in the order of time.
    package mutating func apply(_ frame: TouchFrame, into emit: (TouchFrame) -> Void) {
        guard frame.device == panel.device else {
            emit(frame)
            return
        }
        fireAll(before: frame.time, isEnding: false, emit)
        current.removeAll()
        current.append(frame)
        pass(from: 0, emit)
    }

    /// Says what is due up to a moment, that moment included.
    ///
    /// - Parameters:
    ///   - time: The moment.
    ///   - emit: Gets what the bad panel says by itself, in the order of time.
    package mutating func advance(to time: Timestamp, into emit: (TouchFrame) -> Void) {
        fireAll(before: time.advanced(byMicroseconds: 1), isEnding: false, emit)
    }

    /// Brings to its end what is under way: ghosts are lifted, motions that are held back come. Nothing new begins.
    ///
    /// - Parameter emit: Gets what the bad panel says then, in the order of time.
    package mutating func finish(into emit: (TouchFrame) -> Void) {
        fireAll(before: nil, isEnding: true, emit)
    }

    /// As `finish(into:)`, up to a moment.
    mutating func finish(upTo time: Timestamp, into emit: (TouchFrame) -> Void) {
        fireAll(before: time.advanced(byMicroseconds: 1), isEnding: true, emit)
    }

    /// When there is something left to say although nothing new begins.
    var nextEnd: Timestamp? { earliest(isEnding: true)?.due }

    /// The stage that is due first; at the same moment the last of them, so that none is given a frame before it
    /// has said what was due.
    private func earliest(isEnding: Bool) -> (stage: Int, due: Timestamp)? {
        var found: (stage: Int, due: Timestamp)?
        for index in stages.indices {
            guard let due = stages[index].nextDue(isEnding: isEnding) else { continue }
            if let found, found.due < due { continue }
            found = (index, due)
        }
        return found
    }

    private mutating func fireAll(
        before end: Timestamp?, isEnding: Bool, _ emit: (TouchFrame) -> Void
    ) {
        while let (stage, due) = earliest(isEnding: isEnding) {
            if let end, due >= end { return }
            current.removeAll()
            stages[stage].fire(at: due, into: &current)
            pass(from: stage + 1, emit)
        }
    }

    /// Hands what is in `current` through the rest of the stages.
    private mutating func pass(from first: Int, _ emit: (TouchFrame) -> Void) {
        for index in stages.indices.dropFirst(first) {
            said.removeAll()
            for number in 0..<current.count {
                stages[index].take(current[number], into: &said)
            }
            swap(&current, &said)
        }
        for number in 0..<current.count { emit(current[number]) }
    }
}
