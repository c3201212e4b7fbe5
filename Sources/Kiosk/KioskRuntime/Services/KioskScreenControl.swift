import KioskDisplay
import KioskInput
import KioskServices
import KioskSystem
import TouchKitGeometry

/// The rotation, scale and brightness of a kiosk's screen: the configured values, and changes at
/// run time.
///
/// The main loop applies a change at the end of its turn (`consumeChange()`), so that the screen's
/// size does not change during a callback of the application.
@MainActor
package final class KioskScreenControl: ScreenControl {
    /// The setting of the command line, which takes precedence over the saved setting at each
    /// start.
    private let fixed: ScreenSetting
    private let backlights: String
    private let log: Log
    /// The setting saved in the file.
    private var saved = ScreenSetting()
    /// The setting at the start or at the latest call of `saveSettings()`. If its rotation is
    /// `nil`, the display's panel orientation applies.
    private var confirmed: ScreenSetting
    /// The rotation of `confirmed`, or the rotation for the panel orientation if `confirmed` has
    /// none.
    private var confirmedRotation: Rotation
    /// The current setting, including changes that have not been saved.
    private var current: ScreenSetting
    /// Whether `current` has changed since the main loop last applied it.
    private(set) var isChanged = false
    /// The writer of the file, or `nil` if nothing is saved.
    private let writer: LatestValueWriter<String>?

    /// The clockwise rotation of the picture.
    package private(set) var rotation: Rotation
    /// The scale in pixels per point.
    package private(set) var scale: CGFloat
    /// Returns the connected input devices.
    package var devices: @MainActor () -> [InputDevice] = { [] }

    /// Creates a control with the saved setting. An unreadable file is logged and ignored.
    ///
    /// - Parameters:
    ///   - fixed: The setting of the command line.
    ///   - file: The path of the file, or `nil` to save nothing.
    ///   - backlights: The folder that lists backlights.
    ///   - log: Receives errors.
    package init(
        fixed: ScreenSetting, file: String?, backlights: String = Backlight.defaultFolder,
        log: Log = Log()
    ) {
        self.fixed = fixed
        self.backlights = backlights
        self.log = log
        if let file {
            do {
                saved = try ScreenSetting(file: file)
            } catch {
                log.warning("\(error); the saved screen setting is ignored")
            }
        }
        writer = file.map {
            LatestValueWriter(name: "panel", file: $0, of: "screen setting", log: log)
        }
        confirmed = ScreenSetting(
            rotation: fixed.rotation ?? saved.rotation, scale: fixed.scale ?? saved.scale ?? 1)
        confirmedRotation = confirmed.rotation ?? .none
        current = confirmed
        rotation = confirmedRotation
        scale = current.scale ?? 1
    }

    /// Returns the screen geometry on a display for the current setting, and marks the setting as
    /// applied. Without a configured rotation, the display's panel orientation determines the
    /// rotation.
    func geometry(on display: any ScanoutDisplay) -> ScreenGeometry {
        let geometry = ScreenGeometry(
            scanoutWidth: display.mode.width, scanoutHeight: display.mode.height,
            panelOrientation: display.panelOrientation, rotation: current.rotation, scale: scale)
        rotation = geometry.rotation
        if current.rotation == nil { confirmedRotation = rotation }
        isChanged = false
        return geometry
    }

    /// Returns whether the setting has changed and is not applied yet, and marks it as applied.
    package func consumeChange() -> Bool {
        defer { isChanged = false }
        return isChanged
    }

    /// Waits until the file is written or writing has failed.
    package func finishWriting() {
        writer?.finish()
    }

    /// Rotates and scales the picture from the next frame on, without saving the setting.
    ///
    /// - Parameters:
    ///   - rotation: The clockwise rotation.
    ///   - scale: The scale in pixels per point, clamped to the accepted range.
    package func set(rotation: Rotation, scale: CGFloat) {
        let accepted = ScreenSetting.scales
        let scale =
            scale.isNaN ? self.scale : min(max(scale, accepted.lowerBound), accepted.upperBound)
        // If the rotation is reset to the confirmed one, the panel orientation of another display
        // may apply again.
        current.rotation = rotation == confirmedRotation ? confirmed.rotation : rotation
        current.scale = scale
        isChanged = isChanged || rotation != self.rotation || scale != self.scale
        self.rotation = rotation
        self.scale = scale
    }

    /// Saves the current rotation and scale for following starts. A value that still comes from the
    /// command line or the panel orientation is not written.
    package func saveSettings() {
        let changesRotation = rotation != confirmedRotation
        let changesScale = scale != confirmed.scale
        guard changesRotation || changesScale else { return }
        if changesRotation { saved.rotation = rotation }
        if changesScale { saved.scale = scale }
        confirmed = current
        confirmedRotation = rotation
        for (option, isOverridden) in [
            ("--rotate", changesRotation && fixed.rotation.map { $0 != rotation } ?? false),
            ("--scale", changesScale && fixed.scale.map { $0 != scale } ?? false),
        ] where isOverridden {
            log.warning(
                "\(option): the command line overrides the saved setting at the next start; remove the option"
            )
        }
        guard let writer else {
            log.warning(
                "how the panel is set isn't saved: no folder for it is known; name one with --state"
            )
            return
        }
        writer.submit(saved.text)
    }

    // MARK: Brightness

    /// The brightness of the backlight, 0…1, or `nil` without a backlight that the kiosk may set.
    package var brightness: Double? { Backlight(in: backlights)?.brightness }

    /// Sets the brightness of the backlight, 0…1.
    ///
    /// - Returns: An error message of one line, or `nil` on success.
    package func setBrightness(_ brightness: Double) -> String? {
        guard let backlight = Backlight(in: backlights) else {
            return
                "\(backlights): no backlight with write permission; check 70-touchtracker.rules"
        }
        do {
            try backlight.setBrightness(brightness)
            return nil
        } catch {
            return
                "\(backlight.name): cannot set the brightness: \(error); check 70-touchtracker.rules"
        }
    }

    // MARK: Touch

    /// The number of simultaneous contacts that every connected device can report, or `nil` without
    /// a device. The number is 1 with a pointer or a touchscreen without slots.
    package var contactCapacity: Int? {
        devices().filter { $0.kind != .other }
            .map { $0.kind == .touch ? max($0.slotCount, 1) : 1 }.min()
    }
}
