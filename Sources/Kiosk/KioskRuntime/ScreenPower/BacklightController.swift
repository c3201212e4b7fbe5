import Glibc
import KioskSystem

/// A controller that dims, switches off and restores the backlight.
///
/// While the backlight is dimmed or off, the original brightness is stored in a file, so that the
/// next start after a crash can restore it.
@MainActor
package final class BacklightController {
    /// The change that the controller has made to a backlight and has not reverted. `rawBrightness`
    /// is the brightness before the change, as the device's raw value.
    private enum State {
        case unchanged
        case dimmed(Backlight, rawBrightness: Int)
        case off(Backlight, rawBrightness: Int)
    }

    private let backlights: String
    private let brightnessFile: String?
    private let dimTo: Double
    private let log: Log
    private var state = State.unchanged
    /// The messages that were logged. No message is logged twice.
    private var loggedMessages: Set<String> = []

    /// Creates a controller without changing the backlight.
    ///
    /// - Parameters:
    ///   - backlights: The path of the folder that contains the backlight devices.
    ///   - brightnessFile: The path of the file that stores the original brightness, or `nil` to
    ///     not store the brightness.
    ///   - dimTo: The brightness of a dimmed backlight, as a fraction of the original brightness.
    ///   - log: The log for errors.
    package init(
        backlights: String = Backlight.defaultFolder, brightnessFile: String?, dimTo: Double,
        log: Log = Log()
    ) {
        self.backlights = backlights
        self.brightnessFile = brightnessFile
        self.dimTo = dimTo
        self.log = log
    }

    /// Restores a backlight that a crashed process left dimmed or switched off. Must be called
    /// after the first frame was shown, because setting the mode may switch the backlight on.
    package func restoreAfterCrash() {
        let stored = brightnessFile.flatMap { Self.storedBrightness(in: $0) }
        // The backlight that is dimmed may differ from the one that is only switched off.
        let found = [Backlight(in: backlights), Backlight(switchableIn: backlights)]
            .compactMap { $0 }
        guard let backlight = found.first(where: { $0.name == stored?.name }) ?? found.last else {
            return
        }
        do {
            if let stored, stored.name == backlight.name {
                try backlight.setRawBrightness(stored.rawBrightness)
                if backlight.isOff { try turnOn(backlight) }
                removeFile()
            } else if backlight.isOff {
                try turnOn(backlight)
            }
        } catch {
            logOnce("backlight \(backlight.name): cannot switch on: \(error)")
        }
    }

    /// Switches a backlight on, and sets the maximum brightness if the backlight still reports that
    /// it is off.
    private func turnOn(_ backlight: Backlight) throws(LinuxError) {
        try backlight.switchOn()
        if backlight.isOff { try backlight.setRawBrightness(backlight.maximumRawBrightness) }
    }

    /// Dims the backlight.
    ///
    /// - Returns: Whether the backlight is dimmed or off after the call.
    package func dim() -> Bool {
        guard case .unchanged = state else { return true }
        guard let backlight = Backlight(in: backlights),
            let rawBrightness = backlight.rawBrightness,
            let brightness = backlight.brightness
        else {
            logOnce(
                "\(backlights): cannot dim the screen: no backlight with write permission")
            return false
        }
        storeBrightness(backlight, rawBrightness)
        do {
            // Setting the lowest brightness would brighten a backlight that counts as off.
            if !backlight.isOff { try backlight.setBrightness(brightness * dimTo) }
        } catch {
            removeFile()
            logOnce("backlight \(backlight.name): cannot dim: \(error)")
            return false
        }
        state = .dimmed(backlight, rawBrightness: rawBrightness)
        return true
    }

    /// Switches the backlight off.
    ///
    /// - Returns: Whether the backlight is off after the call.
    package func switchOff() -> Bool {
        let backlight: Backlight
        let rawBrightness: Int
        switch state {
        case .off: return true
        case .dimmed(let known, let set):
            backlight = known
            rawBrightness = set
        case .unchanged:
            guard let found = Backlight(switchableIn: backlights), let set = found.rawBrightness
            else {
                logOnce(
                    "\(backlights): cannot switch the backlight off: no backlight with write permission"
                )
                return false
            }
            backlight = found
            rawBrightness = set
            storeBrightness(backlight, rawBrightness)
        }
        do {
            try backlight.switchOff()
        } catch {
            if case .unchanged = state { removeFile() }
            logOnce("backlight \(backlight.name): cannot switch off: \(error)")
            return false
        }
        state = .off(backlight, rawBrightness: rawBrightness)
        return true
    }

    /// Whether the backlight is dimmed or off.
    package var isChanged: Bool {
        if case .unchanged = state { false } else { true }
    }

    /// Restores the original brightness if the backlight is dimmed or off. If that fails, the next
    /// call tries it again.
    ///
    /// - Parameter isStopping: Whether the kiosk is stopping. In this case, the file with the
    ///   original brightness is not deleted: systemd-backlight may already have saved the dimmed
    ///   brightness and would restore that value at the next boot.
    package func restore(isStopping: Bool = false) {
        let backlight: Backlight
        let rawBrightness: Int
        switch state {
        case .unchanged: return
        case .dimmed(let known, let set), .off(let known, let set):
            backlight = known
            rawBrightness = set
        }
        var isRestored = true
        func attempt(_ write: () throws(LinuxError) -> Void) {
            do throws(LinuxError) {
                try write()
            } catch {
                isRestored = false
                logOnce("backlight \(backlight.name): cannot switch on: \(error)")
            }
        }
        attempt { () throws(LinuxError) in try backlight.setRawBrightness(rawBrightness) }
        if case .off = state {
            attempt { () throws(LinuxError) in try backlight.switchOn() }
        }
        guard isRestored else { return }
        if !isStopping { removeFile() }
        state = .unchanged
    }

    private func logOnce(_ message: String) {
        guard loggedMessages.insert(message).inserted else { return }
        log.warning("\(message); run 'touchtracker devices' to list backlights")
    }

    // MARK: Stored brightness

    private func storeBrightness(_ backlight: Backlight, _ rawBrightness: Int) {
        guard let brightnessFile else { return }
        do {
            // Losing the file in a power cut is harmless, so the file is not synchronized.
            try FileContents.replace(
                brightnessFile, with: Array("\(backlight.name) \(rawBrightness)\n".utf8),
                isSynchronized: false)
        } catch {
            logOnce("backlight: cannot store the original brightness: \(error)")
        }
    }

    private func removeFile() {
        if let brightnessFile { unlink(brightnessFile) }
    }

    private static func storedBrightness(in file: String) -> (name: String, rawBrightness: Int)? {
        guard let bytes = try? FileContents.read(file, maximumSize: 256) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let rawBrightness = Int(words[1]), rawBrightness > 0 else {
            return nil
        }
        return (String(words[0]), rawBrightness)
    }
}
