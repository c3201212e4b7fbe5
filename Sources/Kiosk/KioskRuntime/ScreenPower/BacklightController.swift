import Glibc
import KioskSystem

/// Dims, switches off and restores the backlight.
///
/// While the brightness is changed, the original value is stored in a small file, so that a start
/// after a crash can restore it.
@MainActor
package final class BacklightController {
    /// The change that the controller has made to a backlight; `number` is the original raw
    /// brightness.
    private enum State {
        case unchanged
        case dimmed(Backlight, number: Int)
        case off(Backlight, number: Int)
    }

    private let backlights: String
    private let memory: String?
    private let dimTo: Double
    private let log: Log
    private var state = State.unchanged
    /// The messages logged so far. No message is logged twice.
    private var loggedMessages: Set<String> = []

    /// Creates a controller that has changed nothing.
    ///
    /// - Parameters:
    ///   - backlights: The folder that lists backlights.
    ///   - memory: The path of the file that stores the original brightness, or `nil` to store
    ///     nothing.
    ///   - dimTo: The brightness of a dimmed backlight as a fraction of the original one.
    ///   - log: Receives errors.
    package init(
        backlights: String = Backlight.defaultFolder, memory: String?, dimTo: Double,
        log: Log = Log()
    ) {
        self.backlights = backlights
        self.memory = memory
        self.dimTo = dimTo
        self.log = log
    }

    /// Restores a backlight that an earlier run left dimmed or switched off.
    package func restoreAfterCrash() {
        guard let backlight = Backlight(switchableIn: backlights) else { return }
        let stored = memory.flatMap { Self.storedBrightness(in: $0) }
        do {
            if let stored, stored.name == backlight.name {
                try backlight.setRawBrightness(stored.number)
                if backlight.isOff { try turnOn(backlight) }
                removeFile()
            } else if backlight.isOff {
                try turnOn(backlight)
            }
        } catch {
            logOnce("backlight \(backlight.name): cannot switch on: \(error)")
        }
    }

    /// Switches a backlight on. If `isOff` remains true, sets the maximum brightness.
    private func turnOn(_ backlight: Backlight) throws(LinuxError) {
        try backlight.switchOn()
        if backlight.isOff { try backlight.setRawBrightness(backlight.maximumRawBrightness) }
    }

    /// Dims the backlight.
    ///
    /// - Returns: Whether the backlight is dimmed or off after the call.
    package func dim() -> Bool {
        guard case .unchanged = state else { return true }
        guard let backlight = Backlight(in: backlights), let number = backlight.rawBrightness,
            let brightness = backlight.brightness
        else {
            logOnce(
                "\(backlights): cannot dim the screen: no backlight with write permission")
            return false
        }
        storeBrightness(backlight, number)
        do {
            try backlight.setBrightness(brightness * dimTo)
        } catch {
            removeFile()
            logOnce("backlight \(backlight.name): cannot dim: \(error)")
            return false
        }
        state = .dimmed(backlight, number: number)
        return true
    }

    /// Switches the backlight off.
    ///
    /// - Returns: Whether the backlight is off after the call.
    package func switchOff() -> Bool {
        let backlight: Backlight
        let number: Int
        switch state {
        case .off: return true
        case .dimmed(let known, let set):
            backlight = known
            number = set
        case .unchanged:
            guard let found = Backlight(switchableIn: backlights), let set = found.rawBrightness
            else {
                logOnce(
                    "\(backlights): cannot switch the backlight off: none with write permission"
                )
                return false
            }
            backlight = found
            number = set
            storeBrightness(backlight, number)
        }
        do {
            try backlight.switchOff()
        } catch {
            if case .unchanged = state { removeFile() }
            logOnce("backlight \(backlight.name): cannot switch off: \(error)")
            return false
        }
        state = .off(backlight, number: number)
        return true
    }

    /// Restores the original brightness, if it was changed.
    ///
    /// - Parameter isLast: Whether the kiosk is stopping. In this case the file with the original
    ///   brightness is not deleted, because systemd-backlight may already have saved the dimmed
    ///   brightness, which it restores at the next boot.
    package func restore(isLast: Bool = false) {
        let backlight: Backlight
        let number: Int
        switch state {
        case .unchanged: return
        case .dimmed(let known, let set), .off(let known, let set):
            backlight = known
            number = set
        }
        do {
            try backlight.setRawBrightness(number)
            if case .off = state { try backlight.switchOn() }
            if !isLast { removeFile() }
        } catch {
            logOnce("backlight \(backlight.name): cannot switch on: \(error)")
        }
        state = .unchanged
    }

    private func logOnce(_ message: String) {
        guard loggedMessages.insert(message).inserted else { return }
        log.warning("\(message); run 'touchtracker devices' to list backlights")
    }

    // MARK: Memory

    private func storeBrightness(_ backlight: Backlight, _ number: Int) {
        guard let memory else { return }
        do {
            // Losing this file in a power cut is harmless, so no fsync.
            try FileContents.replace(
                memory, with: Array("\(backlight.name) \(number)\n".utf8),
                isSynchronized: false)
        } catch {
            logOnce("backlight: cannot store the original brightness: \(error)")
        }
    }

    private func removeFile() {
        if let memory { unlink(memory) }
    }

    private static func storedBrightness(in file: String) -> (name: String, number: Int)? {
        guard let bytes = FileContents.read(file, maximumSize: 256) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let number = Int(words[1]), number > 0 else { return nil }
        return (String(words[0]), number)
    }
}
