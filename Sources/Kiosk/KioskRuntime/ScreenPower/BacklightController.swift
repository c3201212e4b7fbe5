import Glibc
import KioskSystem

/// A controller that dims, switches off and restores the backlight.
///
/// While the backlight is dimmed or off, the original brightness is stored in a file, so that the
/// next start after a crash can restore it.
@MainActor
package final class BacklightController {
    /// The change that the controller has made to a backlight.
    private struct Change {
        let backlight: Backlight
        /// The brightness before the change, as the device's raw value.
        let rawBrightness: Int
        /// Whether the backlight is off. If `false`, the backlight is dimmed.
        let isOff: Bool
    }

    private let backlights: String
    private let brightnessFile: String?
    private let dimTo: Double
    private let log: Log
    /// The change that has not been reverted, or `nil` if the backlight is unchanged.
    private var change: Change?
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
        if isChanged { return true }
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
        change = Change(backlight: backlight, rawBrightness: rawBrightness, isOff: false)
        return true
    }

    /// Switches the backlight off.
    ///
    /// - Returns: Whether the backlight is off after the call.
    package func switchOff() -> Bool {
        if let change, change.isOff { return true }
        guard let backlight = change?.backlight ?? Backlight(switchableIn: backlights),
            let rawBrightness = change?.rawBrightness ?? backlight.rawBrightness
        else {
            logOnce(
                "\(backlights): cannot switch the backlight off: no backlight with write permission"
            )
            return false
        }
        if !isChanged { storeBrightness(backlight, rawBrightness) }
        do {
            try backlight.switchOff()
        } catch {
            if !isChanged { removeFile() }
            logOnce("backlight \(backlight.name): cannot switch off: \(error)")
            return false
        }
        change = Change(backlight: backlight, rawBrightness: rawBrightness, isOff: true)
        return true
    }

    /// Whether the backlight is dimmed or off.
    package var isChanged: Bool { change != nil }

    /// Restores the original brightness if the backlight is dimmed or off. If that fails, the next
    /// call tries it again.
    ///
    /// - Parameter isStopping: Whether the kiosk is stopping. In this case, the file with the
    ///   original brightness is not deleted: systemd-backlight may already have saved the dimmed
    ///   brightness and would restore that value at the next boot.
    package func restore(isStopping: Bool = false) {
        guard let change else { return }
        let backlight = change.backlight
        var isRestored = true
        func attempt(_ write: () throws(LinuxError) -> Void) {
            do throws(LinuxError) {
                try write()
            } catch {
                isRestored = false
                logOnce("backlight \(backlight.name): cannot switch on: \(error)")
            }
        }
        attempt { () throws(LinuxError) in try backlight.setRawBrightness(change.rawBrightness) }
        if change.isOff {
            attempt { () throws(LinuxError) in try backlight.switchOn() }
        }
        guard isRestored else { return }
        if !isStopping { removeFile() }
        self.change = nil
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
