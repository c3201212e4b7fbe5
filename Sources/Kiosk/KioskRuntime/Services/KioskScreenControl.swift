import KioskDisplay
import KioskInput
import KioskServices
import KioskSystem
import TouchKitGeometry

/// The rotation, scale and brightness of a kiosk's screen: the configured values and changes at run
/// time.
///
/// The main loop applies a change at the end of its turn (`consumeChange()`), so that no callback
/// of the application sees the screen's size change.
@MainActor
package final class KioskScreenControl: ScreenControl {
    /// The setting of the command line, which takes precedence at each start.
    private let fixed: ScreenSetting
    private let backlights: String
    private let log: Log
    /// The setting saved in the file.
    private var saved = ScreenSetting()
    /// The confirmed setting. Without a rotation, the display's panel orientation applies.
    private var confirmed: ScreenSetting
    /// The rotation that the confirmed setting results in.
    private var confirmedRotation: Rotation
    /// The present setting, confirmed or not.
    private var current: ScreenSetting
    /// Whether the present setting is not applied yet.
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

    /// Returns the screen geometry on a display, with the present setting or the display's panel
    /// orientation.
    func geometry(on display: any ScanoutDisplay) -> ScreenGeometry {
        let geometry = ScreenGeometry(
            scanoutWidth: display.mode.width, scanoutHeight: display.mode.height,
            panelOrientation: display.panelOrientation, rotation: current.rotation, scale: scale)
        rotation = geometry.rotation
        if current.rotation == nil { confirmedRotation = rotation }
        isChanged = false
        return geometry
    }

    /// Returns whether the setting changed since the previous call.
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
        // With the confirmed rotation, another display's panel orientation may apply again.
        current.rotation = rotation == confirmedRotation ? confirmed.rotation : rotation
        current.scale = scale
        isChanged = isChanged || rotation != self.rotation || scale != self.scale
        self.rotation = rotation
        self.scale = scale
    }

    /// Saves the present rotation and scale for following starts. Values from the command line or
    /// the panel orientation are not written.
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

    /// The smallest number of simultaneous contacts that a connected device reports, or `nil`
    /// without a device. Pointers and devices without slots report one.
    package var contactCapacity: Int? {
        devices().filter { $0.kind != .other }
            .map { $0.kind == .touch ? max($0.slotCount, 1) : 1 }.min()
    }
}
