import KioskDisplay
import KioskSystem
import Testing

/// The reaction to each error of mode sets and flips, for each way of presenting frames.
@Suite("KMS display: refused calls")
struct KMSDisplayRefusalTests {
    typealias Call = SimulatedDRMDevice.Call

    /// A scripted error with the expected reaction.
    private struct Refusal {
        let method: PresentMethod
        let errors: [Call: [Errno]]
        let result: String
        let calls: [String]
        let summary: String
        let line: Int

        init(
            _ method: PresentMethod, _ errors: [Call: [Errno]], _ result: String, _ calls: [String],
            _ summary: String, line: Int = #line
        ) {
            self.method = method
            self.errors = errors
            self.result = result
            self.calls = calls
            self.summary = summary
            self.line = line
        }
    }

    private static let atomic = "commit 800x480 1"
    private static let legacy = "setCRTC 800x480 1"
    private static let notSet = "free 0 front -- screen 90"
    private static let firstShown = "free 1 front 0- screen 1"
    private static let noMemory = Errno(rawValue: 12)
    private static let unsupported: [Errno] = [
        .invalid, .notImplemented, .notSupported, .notTerminal,
    ]

    private func expect(_ refusal: Refusal, on stage: KMSDisplayStage) throws {
        let row = "line \(refusal.line): \(refusal.method) \(refusal.errors)"
        stage.device.errors = refusal.errors
        #expect(try stage.present() == refusal.result, "\(row)")
        #expect(stage.device.takeCalls() == refusal.calls, "\(row)")
        #expect(try stage.summary == refusal.summary, "\(row)")
        #expect(stage.device.errors.allSatisfy { $0.value.isEmpty }, "\(row)")
    }

    // MARK: Mode sets

    private static let modeSets: [Refusal] =
        [Errno.busy, .invalid, .noSpace, .noDevice].flatMap { code in
            [
                Refusal(.atomic, [.commitModeSet: [code]], "shown", [atomic, legacy], firstShown),
                Refusal(
                    .atomic, [.commitModeSet: [code], .setCRTC: [code]], "failed",
                    [atomic, legacy], notSet),
                Refusal(.legacyFlip, [.setCRTC: [code]], "failed", [legacy], notSet),
                Refusal(.dirty, [.setCRTC: [code]], "failed", [legacy], notSet),
            ]
        } + [
            Refusal(.atomic, [.createModeBlob: [noMemory]], "shown", [legacy], firstShown),
            Refusal(.atomic, [.commitModeSet: [.permissionDenied]], "taken", [atomic], notSet),
            Refusal(
                .atomic, [.commitModeSet: [.invalid], .setCRTC: [.permissionDenied]], "taken",
                [atomic, legacy], notSet),
            Refusal(.legacyFlip, [.setCRTC: [.permissionDenied]], "taken", [legacy], notSet),
            Refusal(.dirty, [.setCRTC: [.permissionDenied]], "taken", [legacy], notSet),
        ]

    @Test("A refused mode set falls back to the legacy ioctl or fails, and can be repeated")
    func refusedModeSets() throws {
        for refusal in Self.modeSets {
            let stage = try KMSDisplayStage(method: refusal.method)
            try expect(refusal, on: stage)
            if refusal.result != "shown" {
                #expect(try stage.present() == "shown", "line \(refusal.line)")
            }
            #expect(stage.releaseDisplay() == [], "line \(refusal.line)")
        }
    }

    // MARK: Flips

    private static let flips: [Refusal] =
        unsupported.flatMap { code in
            [
                Refusal(
                    .atomic, [.commitFlip: [code]], "pending",
                    ["commit flip 2 clips 2 #1", "flip 2 #1"], "free - front 01 screen 2"),
                Refusal(
                    .atomic, [.commitFlip: [code], .flip: [code]], "shown",
                    ["commit flip 2 clips 2 #1", "flip 2 #1", "setCRTC 800x480 2"],
                    "free 1 front 1- screen 2"),
                Refusal(
                    .legacyFlip, [.flip: [code]], "shown", ["flip 2 #1", "setCRTC 800x480 2"],
                    "free 1 front 1- screen 2"),
                Refusal(
                    .dirty, [.markDirty: [code]], "shown", ["dirty 1 clips 2"],
                    "free 0 front 0- screen 1"),
            ]
        }
        + [Errno.noSpace, .noDevice, noMemory, .permissionDenied].flatMap { code in
            let result = code == .permissionDenied ? "taken" : "failed"
            return [
                Refusal(
                    .atomic, [.commitFlip: [code]], result, ["commit flip 2 clips 2 #1"],
                    firstShown),
                Refusal(.legacyFlip, [.flip: [code]], result, ["flip 2 #1"], firstShown),
                Refusal(
                    .dirty, [.markDirty: [code]], result, ["dirty 1 clips 2"],
                    "free 0 front 0- screen 1"),
            ]
        } + [
            Refusal(
                .atomic, [.commitFlip: [.busy]], "shown",
                ["commit flip 2 clips 2 #1", "commit 800x480 2"], "free 0 front 1- screen 2"),
            Refusal(
                .atomic, [.commitFlip: [.busy], .commitModeSet: [.permissionDenied]], "taken",
                ["commit flip 2 clips 2 #1", "commit 800x480 2"], firstShown),
            Refusal(
                .atomic, [.createDamageBlob: [noMemory]], "pending", ["commit flip 2 #1"],
                "free - front 01 screen 2"),
            Refusal(
                .legacyFlip, [.flip: [.busy]], "shown", ["flip 2 #1", "setCRTC 800x480 2"],
                "free 0 front 1- screen 2"),
            Refusal(
                .legacyFlip, [.flip: [.busy], .setCRTC: [.noSpace]], "failed",
                ["flip 2 #1", "setCRTC 800x480 2"], firstShown),
            Refusal(
                .dirty, [.markDirty: [.busy]], "shown", ["dirty 1 clips 2", "setCRTC 800x480 1"],
                "free 0 front 0- screen 1"),
        ]

    @Test("A refused flip is presented in another way or fails, and leaks nothing")
    func refusedFlips() throws {
        for refusal in Self.flips {
            let stage = try KMSDisplayStage(method: refusal.method)
            _ = try stage.present()
            _ = stage.device.takeCalls()
            try expect(refusal, on: stage)
            #expect(stage.releaseDisplay() == [], "line \(refusal.line)")
        }
    }

    @Test("After another mode set, a refused flip means again that the driver cannot flip")
    func refusedFlipAfterModeSet() throws {
        let stage = try KMSDisplayStage()
        for _ in 0..<2 { _ = try stage.present() }
        try stage.completeFlip()
        try stage.display.suspend()
        try stage.display.resume()
        #expect(try stage.present() == "shown")
        _ = stage.device.takeCalls()
        stage.device.errors = [.commitFlip: [.invalid]]
        #expect(try stage.present() == "pending")
        #expect(stage.device.takeCalls() == ["commit flip 2 clips 2 #2", "flip 2 #2"])
        #expect(stage.releaseDisplay() == [])
    }

    @Test("A flip that is refused after completed flips sets the mode and then flips again")
    func refusalAfterFlips() throws {
        for (method, error, calls, flip) in [
            (
                PresentMethod.atomic, Call.commitFlip,
                ["commit flip 1 clips 2 #2", "commit 800x480 1"], "commit flip 2 clips 2 #3"
            ),
            (.legacyFlip, .flip, ["flip 1 #2", "setCRTC 800x480 1"], "flip 2 #3"),
        ] {
            let stage = try KMSDisplayStage(method: method)
            _ = try stage.present()
            _ = try stage.present()
            try stage.completeFlip()
            _ = stage.device.takeCalls()
            try expect(
                Refusal(method, [error: [.invalid]], "shown", calls, Self.firstShown), on: stage)
            #expect(try stage.present() == "pending")
            #expect(stage.device.takeCalls() == [flip])
        }
    }

    @Test("A CRTC that the driver has switched off is switched on by the next frame")
    func disabledCRTC() throws {
        for method in [PresentMethod.atomic, .legacyFlip] {
            let stage = try KMSDisplayStage(method: method)
            _ = try stage.present()
            _ = try stage.present()
            try stage.completeFlip()
            stage.device.disableCRTC()
            #expect(try stage.present() == "shown")
            #expect(try stage.summary == Self.firstShown)
            #expect(try stage.present() == "pending", "\(method) continues with flips")
        }
    }

    @Test("The legacy ioctls stay in use after the driver has refused atomic commits")
    func lastingFallback() throws {
        let stage = try KMSDisplayStage()
        stage.device.errors = [.commitModeSet: [.invalid], .flip: [.invalid]]
        #expect(try stage.present() == "shown")
        #expect(try stage.present() == "shown")
        _ = stage.device.takeCalls()
        #expect(try stage.present() == "shown")
        #expect(stage.device.takeCalls() == ["dirty 2 clips 2"])
        try stage.display.suspend()
        try stage.display.resume()
        _ = stage.device.takeCalls()
        #expect(try stage.present() == "shown")
        #expect(stage.device.takeCalls() == ["setCRTC 800x480 1"])
    }

    @Test("A driver without the dirty ioctl is notified once, and frames are shown")
    func withoutDirtyIoctl() throws {
        var card = SimulatedDRMDevice.Card()
        card.hasDirtyIoctl = false
        let stage = try KMSDisplayStage(card, method: .dirty)
        #expect(try (0..<4).map { _ in try stage.present() } == .init(repeating: "shown", count: 4))
        #expect(stage.device.takeCalls() == [Self.legacy, "dirty 1 clips 2"])
        try stage.display.flushFrontBuffers(damage: KMSDisplayStage.damage)
        #expect(stage.device.takeCalls() == [])
    }

    @Test("Refused switching off leaves the screen on")
    func refusedSwitchOff() throws {
        for (method, call) in [
            (PresentMethod.atomic, Call.commitModeSet), (.legacyFlip, .setProperty),
            (.dirty, .setProperty),
        ] {
            for (code, reason) in [
                (Errno.busy, DisplayError.Reason.failed), (.permissionDenied, .taken),
            ] {
                let stage = try KMSDisplayStage(method: method)
                _ = try stage.present()
                let before = try stage.summary
                stage.device.errors = [call: [code]]
                let error = try displayError {
                    try stage.display.switchOff()
                }
                #expect(error.reason == reason)
                #expect(try stage.summary == before)
            }
        }
        var card = SimulatedDRMDevice.Card()
        card.hasPowerProperty = false
        let stage = try KMSDisplayStage(card, method: .legacyFlip)
        _ = try stage.present()
        #expect(throws: DisplayError.self) { try stage.display.switchOff() }
    }
}
