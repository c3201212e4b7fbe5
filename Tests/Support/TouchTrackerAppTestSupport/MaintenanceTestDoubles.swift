import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerLock

/// A pattern authenticator for tests with its pattern in memory. Lockout delays and checks run on
/// the simulator's clock.
@MainActor
package final class TestPatternAuthenticator: PatternAuthenticator {
    /// Creates an authenticator with a pattern.
    package init() {}

    package var hasPattern = true
    /// The dots of the correct pattern.
    package var correctDots = [1, 2, 3, 6, 9]
    /// The lockout delays in seconds after the first, second, … wrong attempt; the last one applies
    /// to all further attempts.
    package var lockoutDelays: [Double] = [0, 0, 5, 30, 60, 300]
    /// The duration of a check in seconds, or `nil` if a check runs until `finishCheck()`.
    package var checkDuration: Double? = 0.3
    /// The error message that each check returns, or `nil` to check the pattern.
    package var errorMessage: String?
    /// The number of wrong attempts.
    package private(set) var failedAttemptCount = 0
    /// The number of calls of `check(_:completion:)`.
    package private(set) var checkCount = 0
    private var lockoutEnd = 0.0
    private var pendingCheck: (() -> Void)?

    package var lockoutSeconds: Double { max(lockoutEnd - CACurrentMediaTime(), 0) }

    /// Starts a lockout of `seconds`.
    package func lockOut(forSeconds seconds: Double) {
        lockoutEnd = CACurrentMediaTime() + seconds
    }

    package func check(
        _ pattern: Pattern, completion: @escaping @MainActor (AuthenticationResult) -> Void
    ) {
        checkCount += 1
        let isCorrect = pattern.dots == correctDots
        pattern.removeAll()
        pendingCheck = { [self] in
            if let errorMessage { return completion(.unavailable(errorMessage)) }
            if lockoutEnd > CACurrentMediaTime() { return completion(.tooEarly) }
            if isCorrect { return completion(.correct) }
            let seconds = lockoutDelays[min(failedAttemptCount, lockoutDelays.count - 1)]
            failedAttemptCount += 1
            lockOut(forSeconds: seconds)
            completion(.wrong)
        }
        if let checkDuration {
            UIApplication.shared.schedule(after: checkDuration) { [weak self] in
                self?.finishCheck()
            }
        }
    }

    /// Finishes the running check, if there is one, and calls its completion handler.
    package func finishCheck() {
        let check = pendingCheck
        pendingCheck = nil
        check?()
    }
}

/// A screen control for tests that rotates and scales the simulator's screen when the present call
/// is over, as a kiosk does.
@MainActor
package final class TestScreenControl: ScreenControl {
    private let scanout: (width: Int, height: Int)
    package private(set) var rotation = Rotation.none
    package private(set) var scale: CGFloat
    package var brightness: Double?
    /// The error message that `setBrightness(_:)` returns, or `nil` for success.
    package var brightnessError: String?
    package var contactCapacity: Int? = 10
    /// The settings passed to `set(rotation:scale:)`, in order, for example "90° 1.0".
    package private(set) var appliedSettings: [String] = []
    /// The settings at each call of `saveSettings()`, in order.
    package private(set) var savedSettings: [String] = []

    /// Creates a control of a screen with the given size in scanout pixels.
    package init(width: Int, height: Int, scale: CGFloat) {
        scanout = (width, height)
        self.scale = scale
    }

    package func set(rotation: Rotation, scale: CGFloat) {
        self.rotation = rotation
        self.scale = scale
        appliedSettings.append("\(rotation.rawValue)° \(scale)")
        RunLoop.main.perform { [weak self] in self?.changeScreenGeometry() }
    }

    package func saveSettings() { savedSettings.append("\(rotation.rawValue)° \(scale)") }

    private func changeScreenGeometry() {
        UIApplication.shared.changeScreenGeometry(
            to: ScreenGeometry(
                scanoutWidth: scanout.width, scanoutHeight: scanout.height, rotation: rotation,
                scale: scale))
    }

    package func setBrightness(_ brightness: Double) -> String? {
        if let brightnessError { return brightnessError }
        self.brightness = brightness
        return nil
    }
}

/// A machine control for tests that records the requests and sends none.
@MainActor
package final class TestMachineControl: MachineControl {
    /// Creates a control that permits all requests.
    package init() {}

    package var availableRequests = SystemRequest.allCases
    /// The error message that `send(_:)` returns, or `nil` for success.
    package var sendError: String?
    /// The requests passed to `send(_:)`, in order.
    package private(set) var sentRequests: [SystemRequest] = []
    package var onFailure: ((String) -> Void)?

    package func send(_ request: SystemRequest) -> String? {
        sentRequests.append(request)
        return sendError
    }
}

/// Frame records that a test sets.
@MainActor
package final class TestFrameRecords: FrameRecords {
    /// Creates an empty list of records.
    package init() {}

    private var storedRecords: [FrameRecord] = []
    /// The number of times that `records` was read.
    package private(set) var readCount = 0
    package var records: [FrameRecord] {
        readCount += 1
        return storedRecords
    }
    package var missedVblanks = 0
    package var periodMicroseconds: Int64? = 16_667
    package var hasVblank = true

    /// Replaces all records.
    package func setRecords(_ records: [FrameRecord]) { storedRecords = records }

    /// Appends the record of a frame that is shown now, with one sample.
    ///
    /// - Parameter latency: The age of the sample in microseconds.
    package func addFrame(latency: Int64) {
        var record = FrameRecord()
        record.flipped = Timestamp(seconds: CACurrentMediaTime())
        record.samples = [ShownSample(time: record.flipped.advanced(byMicroseconds: -latency))]
        storedRecords.append(record)
    }

    /// Appends records of consecutive frames at 60 Hz, and removes all but the newest 256 records.
    ///
    /// - Parameters:
    ///   - count: The number of frames.
    ///   - cost: The time from wake-up to commit of each frame, in microseconds.
    package func addFrames(_ count: Int, cost: Int64 = 4_000) {
        for _ in 0..<count {
            var record = FrameRecord()
            let start = (storedRecords.last?.woken ?? .zero).advanced(byMicroseconds: 16_667)
            record.woken = start
            record.committed = start.advanced(byMicroseconds: cost)
            record.flipped = start.advanced(byMicroseconds: 12_000)
            record.samples = [
                ShownSample(time: start.advanced(byMicroseconds: -6_000)),
                ShownSample(time: start.advanced(byMicroseconds: -2_000)),
            ]
            storedRecords.append(record)
        }
        storedRecords.removeFirst(max(storedRecords.count - 256, 0))
    }
}
