import KioskDisplay
import KioskSystem
import Testing
import TouchKitGeometry

/// The effect of each event in each state, and of flip events.
@Suite("KMS display: states")
struct KMSDisplayStateTests {
    /// A state in which an event arrives.
    private enum State: CaseIterable {
        case modeNotSet, shown, flipping, off, suspended
    }

    /// An event, as a call of the display.
    private enum Event {
        case present, switchOff, suspend, resume, close, flush
    }

    /// The expected effect of an event: the summary and the calls.
    private struct Effect {
        let summary: String
        let calls: [String]

        init(_ summary: String, _ calls: String...) {
            self.summary = summary
            self.calls = calls
        }
    }

    private func stage(in state: State, method: PresentMethod) throws -> KMSDisplayStage {
        let stage = try KMSDisplayStage(method: method)
        switch state {
        case .modeNotSet: break
        case .shown: _ = try stage.present()
        case .flipping:
            _ = try stage.present()
            _ = try stage.present()
        case .off:
            _ = try stage.present()
            try stage.display.switchOff()
        case .suspended:
            _ = try stage.present()
            try stage.display.suspend()
        }
        _ = stage.device.takeCalls()
        return stage
    }

    private func expect(
        _ effects: [Event: [State: Effect]], of method: PresentMethod
    ) throws {
        for (event, row) in effects {
            for state in State.allCases {
                guard let effect = row[state] else { continue }
                let stage = try stage(in: state, method: method)
                switch event {
                case .present: _ = try stage.present()
                case .switchOff: try stage.display.switchOff()
                case .suspend: try stage.display.suspend()
                case .resume: try stage.display.resume()
                case .close: try stage.display.close()
                case .flush: try stage.display.flushFrontBuffers(damage: KMSDisplayStage.damage)
                }
                #expect(try stage.summary == effect.summary, "\(event) in \(state)")
                #expect(stage.device.takeCalls() == effect.calls, "\(event) in \(state)")
                #expect(stage.releaseDisplay() == [], "\(event) in \(state)")
            }
        }
    }

    @Test("Atomic commits: each event in each state")
    func atomic() throws {
        let none = "free 0 front -- screen "
        try expect(
            [
                .present: [
                    .modeNotSet: Effect("free 1 front 0- screen 1", "commit 800x480 1"),
                    .shown: Effect("free - front 01 screen 2", "commit flip 2 clips 2 #1"),
                    .flipping: Effect("free - front 01 screen 2"),
                    .off: Effect("free 1 front 0- screen 1", "commit 800x480 1"),
                    .suspended: Effect(none + "1", "commit 800x480 1"),
                ],
                .switchOff: [
                    .modeNotSet: Effect(none + "90"),
                    .shown: Effect(none + "off", "commit off"),
                    .flipping: Effect(none + "off", "commit off"),
                    .off: Effect(none + "off"),
                    .suspended: Effect(none + "1"),
                ],
                .suspend: [
                    .modeNotSet: Effect(none + "90", "dropMaster"),
                    .shown: Effect(none + "1", "dropMaster"),
                    .flipping: Effect(none + "2", "wait 100", "dropMaster"),
                    .off: Effect(none + "off", "dropMaster"),
                    .suspended: Effect(none + "1"),
                ],
                .resume: [
                    .modeNotSet: Effect(none + "90"),
                    .shown: Effect(none + "1"),
                    .flipping: Effect(none + "2"),
                    .off: Effect(none + "off"),
                    .suspended: Effect(none + "1", "setMaster"),
                ],
                .close: [
                    .modeNotSet: Effect(none + "90"),
                    .shown: Effect(none + "90", "setCRTC 640x400 90"),
                    .flipping: Effect(none + "90", "wait 100", "setCRTC 640x400 90"),
                    .off: Effect(none + "90", "setCRTC 640x400 90"),
                    .suspended: Effect(none + "1"),
                ],
                .flush: [
                    .modeNotSet: Effect(none + "90"),
                    .shown: Effect("free 1 front 0- screen 1", "dirty 1 clips 2"),
                    .flipping: Effect("free - front 01 screen 2"),
                    .off: Effect(none + "off"),
                    .suspended: Effect(none + "1"),
                ],
            ], of: .atomic)
    }

    @Test("Legacy page flips: each event in each state")
    func legacyFlips() throws {
        let none = "free 0 front -- screen "
        try expect(
            [
                .present: [
                    .modeNotSet: Effect("free 1 front 0- screen 1", "setCRTC 800x480 1"),
                    .shown: Effect("free - front 01 screen 2", "flip 2 #1"),
                    .flipping: Effect("free - front 01 screen 2"),
                    .off: Effect("free 1 front 0- screen 1", "DPMS on", "setCRTC 800x480 1"),
                    .suspended: Effect(none + "1", "setCRTC 800x480 1"),
                ],
                .switchOff: [
                    .modeNotSet: Effect(none + "90"),
                    .shown: Effect(none + "1", "DPMS off"),
                    .flipping: Effect(none + "2", "DPMS off"),
                    .off: Effect(none + "1"),
                    .suspended: Effect(none + "1"),
                ],
                .suspend: [
                    .shown: Effect(none + "1", "dropMaster"),
                    .flipping: Effect(none + "2", "wait 100", "dropMaster"),
                    .off: Effect(none + "1", "DPMS on", "dropMaster"),
                ],
                .close: [
                    .shown: Effect(none + "90", "setCRTC 640x400 90"),
                    .flipping: Effect(none + "90", "wait 100", "setCRTC 640x400 90"),
                    .off: Effect(none + "90", "DPMS on", "setCRTC 640x400 90"),
                    .suspended: Effect(none + "1"),
                ],
                .flush: [
                    .shown: Effect("free 1 front 0- screen 1", "dirty 1 clips 2"),
                    .flipping: Effect("free - front 01 screen 2"),
                ],
            ], of: .legacyFlip)
    }

    @Test("Dirty ioctl: each event in each state")
    func dirty() throws {
        let none = "free 0 front -- screen "
        let shown = "free 0 front 0- screen 1"
        try expect(
            [
                .present: [
                    .modeNotSet: Effect(shown, "setCRTC 800x480 1"),
                    .shown: Effect(shown, "dirty 1 clips 2"),
                    .off: Effect(shown, "DPMS on", "setCRTC 800x480 1"),
                    .suspended: Effect(none + "1", "setCRTC 800x480 1"),
                ],
                .switchOff: [.shown: Effect(none + "1", "DPMS off"), .off: Effect(none + "1")],
                .suspend: [
                    .shown: Effect(none + "1", "dropMaster"),
                    .off: Effect(none + "1", "DPMS on", "dropMaster"),
                ],
                .close: [
                    .shown: Effect(none + "90", "setCRTC 640x400 90"),
                    .off: Effect(none + "90", "DPMS on", "setCRTC 640x400 90"),
                ],
                .flush: [.shown: Effect(shown, "dirty 1 clips 2")],
            ], of: .dirty)
    }

    // MARK: Flip events

    private func flippingStage(
        _ card: SimulatedDRMDevice.Card = SimulatedDRMDevice.Card(),
        method: PresentMethod = .atomic
    ) throws -> KMSDisplayStage {
        let stage = try KMSDisplayStage(card, method: method)
        _ = try stage.present()
        #expect(try stage.present() == "pending")
        return stage
    }

    @Test("The event of the pending flip completes it with the time of the vblank")
    func event() throws {
        for method in [PresentMethod.atomic, .legacyFlip] {
            let stage = try flippingStage(method: method)
            #expect(try stage.display.readFlipEvents() == nil)
            #expect(try stage.summary == "free - front 01 screen 2")
            stage.device.completeFlips()
            #expect(try stage.display.readFlipEvents() == SimulatedDRMDevice.vblankTime)
            #expect(try stage.summary == "free 0 front 1- screen 2")
        }
    }

    @Test("An event that arrives twice does not complete the next flip")
    func repeatedEvent() throws {
        let stage = try flippingStage()
        stage.device.completeFlips()
        stage.device.queueEvent(1)
        #expect(try stage.display.readFlipEvents() == SimulatedDRMDevice.vblankTime)
        #expect(try stage.present() == "pending")
        stage.device.queueEvent(1)
        #expect(try stage.display.readFlipEvents() == nil)
        #expect(try stage.summary == "free - front 10 screen 1")
        stage.device.completeFlips()
        #expect(try stage.display.readFlipEvents() == SimulatedDRMDevice.vblankTime)
    }

    @Test("The late event of a flip before a VT switch does not complete a flip after it")
    func lateEvent() throws {
        let stage = try flippingStage()
        stage.device.completesFlips = false
        try stage.display.suspend()
        #expect(try stage.display.readFlipEvents() == nil)
        try stage.display.resume()
        // The mode set waits for the pending flip, whose event arrives now.
        #expect(try stage.present() == "shown")
        #expect(stage.device.events.map(\.flipNumber) == [1])
        #expect(try stage.present() == "pending")
        #expect(try stage.display.readFlipEvents() == nil)
        stage.device.completeFlips()
        #expect(try stage.display.readFlipEvents() == SimulatedDRMDevice.vblankTime)
    }

    @Test("A flip whose event never comes stays pending, and closing the display waits 100 ms")
    func lostEvent() throws {
        let stage = try flippingStage()
        stage.device.loseFlipEvents()
        #expect(try stage.display.waitForFlip() == nil)
        #expect(try stage.summary == "free - front 01 screen 2")
        _ = stage.device.takeCalls()
        #expect(stage.releaseDisplay() == [])
        #expect(stage.device.takeCalls() == ["wait 100", "setCRTC 640x400 90"])
    }

    @Test("Waiting for a flip returns its time, and without a flip returns immediately")
    func waiting() throws {
        let stage = try flippingStage()
        #expect(try stage.display.waitForFlip() == SimulatedDRMDevice.vblankTime)
        _ = stage.device.takeCalls()
        #expect(try stage.display.waitForFlip() == nil)
        #expect(stage.device.takeCalls() == [])
    }

    @Test("Without a timestamp of the monotonic clock, the current time is returned")
    func missingTimestamps() throws {
        var otherClock = SimulatedDRMDevice.Card()
        otherClock.hasMonotonicTimestamps = false
        var withoutVblank = SimulatedDRMDevice.Card()
        withoutVblank.hasVblank = false
        for card in [otherClock, withoutVblank] {
            let stage = try flippingStage(card)
            stage.device.completeFlips()
            #expect(try stage.display.readFlipEvents() == KMSDisplayStage.now)
            #expect(try stage.display.lastVblankTime() == nil)
        }
    }

    @Test("An error of reading events is reported")
    func readError() throws {
        let stage = try flippingStage()
        stage.device.errors = [.readFlips: [.noDevice]]
        let error = try displayError {
            _ = try stage.display.readFlipEvents()
        }
        #expect(error.reason == .failed)
        #expect(error.cause.hasPrefix("reading flips failed"))
    }
}
