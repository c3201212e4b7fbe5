import TouchKitGeometry

/// The pacer's states, and the values that it exchanges with the main loop.
extension FramePacer {
    /// The next step of the main loop.
    package enum Action: Hashable, Sendable {
        /// Sleep until an event arrives.
        case sleep
        /// Sleep until an event arrives or until the given time, at which the loop must call
        /// `timerFired(at:)`.
        case wake(at: Timestamp)
        /// Read the input devices, deliver touches, draw and present a frame now, and call
        /// `presented(_:needsNext:deferredMicroseconds:at:)`.
        case draw
    }

    /// The result of presenting a frame.
    package enum Presentation: Hashable, Sendable {
        /// No pixel has changed, and nothing was submitted to the display.
        case unchanged
        /// A flip was submitted. The caller will call `flipCompleted(at:now:)` when the flip
        /// completes.
        case pending
        /// The frame has been on the screen since the given time.
        case shown(at: Timestamp)
    }

    /// The vblank for which a frame is drawn.
    package struct FrameTarget: Hashable, Sendable {
        /// The vblank that is expected to show the frame, or `nil` if vblanks cannot be predicted.
        package var vblank: Timestamp?
        /// The vblank for which the frame was planned originally, or `nil` if vblanks cannot be
        /// predicted. This vblank is earlier than `vblank` if the loop woke too late.
        package var intendedVblank: Timestamp?

        /// Creates a target.
        package init(vblank: Timestamp? = nil, intendedVblank: Timestamp? = nil) {
            self.vblank = vblank
            self.intendedVblank = intendedVblank
        }
    }

    /// The frame that follows a pending flip, if any.
    package enum FollowUp: Hashable, Sendable {
        /// No frame is known to follow.
        case nothing
        /// A frame follows when the flip completes.
        case atFlip
        /// A frame follows at the given time. The completion of the flip does not wake the loop;
        /// the loop reads the completion event before it draws that frame.
        case atTime(Timestamp)
    }

    /// The state of the pacer.
    package enum State: Hashable, Sendable {
        /// There is no work, and no flip is pending.
        case idle
        /// There is work. The frame starts at `until`.
        case waiting(until: Timestamp, FrameTarget)
        /// The loop is drawing a frame that was due at `due`. `moreWork` is whether more work has
        /// arrived since the frame began.
        case drawing(FrameTarget, due: Timestamp, moreWork: Bool)
        /// A flip submitted at `committed` is pending.
        case flipping(FrameTarget, committed: Timestamp, FollowUp)
    }
}
