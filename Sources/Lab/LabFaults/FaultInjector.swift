import TouchKitContacts
import TouchKitGeometry

/// An injector of faults into the touch frames of one touchscreen.
///
/// Each fault changes the frames that the previous fault produced. The same faults, seed and frames
/// always give the same result. The result is a valid stream: each contact that starts has its own
/// slot and the next tracking id (0 follows 65,535, as in the kernel), moves while it is down, and
/// ends at its last reported position. If all slots are in use, a new contact waits until one is
/// free.
///
/// Some faults emit frames without input. Callers that process live frames must call
/// `advance(to:into:)` at `nextDeadline`; `FaultInjectingSource` does so for frames that are known
/// in advance. Injection allocates nothing once the largest number of contacts has been down.
package struct FaultInjector: Sendable {
    /// The faults, in the order of their injection.
    package let faults: [TouchFault]
    /// The properties of the touchscreen.
    package let touchscreen: TouchscreenProperties

    private var stages: [any FaultStage]
    /// The input of a stage. Input and output are exchanged after each stage to reuse their memory.
    private var input = TouchFrameBuffer()
    private var output = TouchFrameBuffer()

    /// Creates an injector for a touchscreen without contacts.
    ///
    /// - Parameters:
    ///   - faults: The faults, in the order of their injection. Without faults, frames stay
    ///     unchanged.
    ///   - touchscreen: The properties of the touchscreen.
    ///   - seed: The seed of the random numbers.
    ///   - start: The time before which no fault occurs. For live frames, the current time.
    package init(
        _ faults: [TouchFault], touchscreen: TouchscreenProperties = TouchscreenProperties(),
        seed: UInt64 = 1, start: Timestamp = .zero
    ) {
        self.faults = faults
        self.touchscreen = touchscreen
        var seeds = RepeatableRandom(seed: seed)
        stages = []
        for fault in faults {
            let random = RepeatableRandom(seed: seeds.next())
            stages.append(fault.makeStage(on: touchscreen, random, start: start))
        }
        if !faults.isEmpty { stages.append(ReportedPositions(touchscreen)) }
    }

    /// The next time at which a fault emits a frame without input, or `nil` if no fault does.
    package var nextDeadline: Timestamp? { earliest(isEnding: false)?.deadline }

    /// Injects the faults into a frame. Frames of other devices stay unchanged.
    ///
    /// - Parameters:
    ///   - frame: The frame, whose time must not precede the time of an earlier frame.
    ///   - emit: Called with each resulting frame up to the frame's time, in the order of time.
    package mutating func apply(_ frame: TouchFrame, into emit: (TouchFrame) -> Void) {
        guard frame.device == touchscreen.device else {
            emit(frame)
            return
        }
        handleDeadlines(before: frame.time, isEnding: false, emit)
        input.removeAll()
        input.append(frame)
        passInput(toStagesFrom: 0, emit)
    }

    /// Emits the frames that are due up to and including `time`.
    ///
    /// - Parameters:
    ///   - time: The current time.
    ///   - emit: Called with each resulting frame, in the order of time.
    package mutating func advance(to time: Timestamp, into emit: (TouchFrame) -> Void) {
        handleDeadlines(before: time.advanced(byMicroseconds: 1), isEnding: false, emit)
    }

    /// Completes the faults in progress, for example by lifting ghosts and emitting withheld
    /// motion, without starting new ones.
    ///
    /// - Parameter emit: Called with each resulting frame, in the order of time.
    package mutating func finish(into emit: (TouchFrame) -> Void) {
        handleDeadlines(before: nil, isEnding: true, emit)
    }

    /// Completes the faults in progress, for example by lifting ghosts, up to and including `time`.
    mutating func finish(upTo time: Timestamp, into emit: (TouchFrame) -> Void) {
        handleDeadlines(before: time.advanced(byMicroseconds: 1), isEnding: true, emit)
    }

    /// The next time at which `finish(into:)` would emit a frame, or `nil` if no fault is in
    /// progress.
    var nextFinishingDeadline: Timestamp? { earliest(isEnding: true)?.deadline }

    /// Returns the index of the stage with the earliest deadline, and the deadline. Of several
    /// stages with the same deadline, the function returns the last one, so that no stage receives
    /// a frame before it has handled its own deadline.
    private func earliest(isEnding: Bool) -> (stage: Int, deadline: Timestamp)? {
        var found: (stage: Int, deadline: Timestamp)?
        for index in stages.indices {
            guard let deadline = stages[index].nextDeadline(isEnding: isEnding) else { continue }
            if let found, found.deadline < deadline { continue }
            found = (index, deadline)
        }
        return found
    }

    private mutating func handleDeadlines(
        before end: Timestamp?, isEnding: Bool, _ emit: (TouchFrame) -> Void
    ) {
        while let (stage, deadline) = earliest(isEnding: isEnding) {
            if let end, deadline >= end { return }
            input.removeAll()
            stages[stage].handleDeadline(at: deadline, into: &input)
            passInput(toStagesFrom: stage + 1, emit)
        }
    }

    /// Passes the frames in `input` through the stages, starting at index `first`, and emits the
    /// resulting frames.
    private mutating func passInput(
        toStagesFrom first: Int, _ emit: (TouchFrame) -> Void
    ) {
        for index in stages.indices.dropFirst(first) {
            output.removeAll()
            for frameIndex in 0..<input.count {
                stages[index].process(input[frameIndex], into: &output)
            }
            swap(&input, &output)
        }
        for frameIndex in 0..<input.count { emit(input[frameIndex]) }
    }
}
