import KioskDisplay
import KioskInput
import KioskServices
import KioskSystem
import TouchKitGeometry

/// The control for the rotation, scale and brightness of a kiosk's screen, with the configured
/// values and changes at run time.
///
/// The main loop applies a change at the end of its turn, when `consumeChange()` returns `true`, so
/// that the screen's size does not change during a callback of the application.
@MainActor
package final class KioskScreenControl: ScreenControl {
    /// The rotation and scale from the command line. At each start, they take precedence over the
    /// saved values.
    private let fixed: ScreenSetting
    private let backlights: String
    private let log: Log
    /// The rotation and scale that the settings file contains.
    private var saved = ScreenSetting()
    /// The rotation and scale at the kiosk's start or at the latest call of `saveSettings()`. If
    /// the rotation is `nil`, the display's panel orientation determines the rotation; if the scale
    /// is `nil`, the display's physical size determines the scale.
    private var confirmed: ScreenSetting
    /// The rotation in `confirmed`, or the rotation for the display's panel orientation if
    /// `confirmed` contains no rotation.
    private var confirmedRotation: Rotation
    /// The scale in `confirmed`, or the scale for the display's physical size if `confirmed`
    /// contains no scale.
    private var confirmedScale: CGFloat
    /// The current rotation and scale, including changes that are not saved.
    private var current: ScreenSetting
    /// Whether the rotation or scale has changed since the main loop last applied them.
    private(set) var isChanged = false
    /// The writer for the settings file, or `nil` if settings are not saved.
    private let writer: LatestValueWriter<String>?

    /// The clockwise rotation of the picture.
    package private(set) var rotation: Rotation
    /// The scale in pixels per point.
    package private(set) var scale: CGFloat
    /// The closure that returns the connected input devices.
    package var devices: @MainActor () -> [InputDevice] = { [] }

    /// Creates a control with the saved setting. If the file is unreadable, an error is logged and
    /// the file is ignored.
    ///
    /// - Parameters:
    ///   - fixed: The setting from the command line.
    ///   - file: The path of the settings file, or `nil` to not save settings.
    ///   - backlights: The path of the folder that contains the backlight devices.
    ///   - log: The log for errors.
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
            rotation: fixed.rotation ?? saved.rotation, scale: fixed.scale ?? saved.scale)
        confirmedRotation = confirmed.rotation ?? .none
        confirmedScale = confirmed.scale ?? 1
        current = confirmed
        rotation = confirmedRotation
        scale = confirmedScale
    }

    /// Returns the screen geometry for the current rotation and scale on `display`, and marks them
    /// as applied. Without a configured rotation, the display's panel orientation determines the
    /// rotation. Without a configured scale, the display's physical size determines the scale; it
    /// is 1 if the display reports no plausible size.
    package func geometry(on display: any ScanoutDisplay) -> ScreenGeometry {
        if current.scale == nil {
            let mode = display.mode
            scale =
                display.plausibleSize?.defaultScale(
                    pixelWidth: mode.width, pixelHeight: mode.height) ?? 1
            confirmedScale = scale
        }
        let geometry = ScreenGeometry(
            scanoutWidth: display.mode.width, scanoutHeight: display.mode.height,
            panelOrientation: display.panelOrientation, rotation: current.rotation, scale: scale)
        rotation = geometry.rotation
        if current.rotation == nil { confirmedRotation = rotation }
        isChanged = false
        return geometry
    }

    /// Returns whether the rotation or scale has changed and has not been applied yet. Marks the
    /// change as applied.
    package func consumeChange() -> Bool {
        defer { isChanged = false }
        return isChanged
    }

    /// Waits until the settings have been written to the file or writing has failed.
    package func finishWriting() {
        writer?.finish()
    }

    /// Sets the rotation and scale of the picture, starting with the next frame, without saving
    /// them.
    ///
    /// - Parameters:
    ///   - rotation: The clockwise rotation.
    ///   - scale: The scale in pixels per point, clamped to the accepted range.
    package func set(rotation: Rotation, scale: CGFloat) {
        let accepted = ScreenSetting.scales
        let scale =
            scale.isNaN ? self.scale : min(max(scale, accepted.lowerBound), accepted.upperBound)
        // If a confirmed value is selected again, `current` must also adopt its `nil`, so that the
        // panel orientation and the size of another display can apply.
        current.rotation = rotation == confirmedRotation ? confirmed.rotation : rotation
        current.scale = scale == confirmedScale ? confirmed.scale : scale
        isChanged = isChanged || rotation != self.rotation || scale != self.scale
        self.rotation = rotation
        self.scale = scale
    }

    /// Saves the current rotation and scale for later starts. A value that has not changed since
    /// the kiosk's start or since the latest call is not written.
    package func saveSettings() {
        let changesRotation = rotation != confirmedRotation
        let changesScale = scale != confirmedScale
        guard changesRotation || changesScale else { return }
        if changesRotation { saved.rotation = rotation }
        if changesScale { saved.scale = scale }
        confirmed = current
        confirmedRotation = rotation
        confirmedScale = scale
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
                "screen setting not saved: no state folder; choose one with --state"
            )
            return
        }
        writer.submit(saved.text)
    }

    // MARK: Brightness

    /// The perceived brightness of the backlight, 0…1, or `nil` if there is no backlight that the
    /// kiosk has permission to set.
    package var brightness: Double? { Backlight(in: backlights)?.brightness }

    /// Sets the perceived brightness of the backlight, 0…1.
    ///
    /// - Returns: A one-line error message, or `nil` on success.
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

    /// The number of simultaneous contacts that every connected touchscreen and pointer can report,
    /// or `nil` if none is connected. A pointer, or a touchscreen without slots, can report one
    /// contact.
    package var contactCapacity: Int? {
        devices().filter { $0.kind != .other }
            .map { $0.kind == .touch ? max($0.slotCount, 1) : 1 }.min()
    }
}
