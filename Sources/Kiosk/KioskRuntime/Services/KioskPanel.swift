import KioskDisplay
import KioskInput
import KioskServices
import KioskSystem
import TouchKitGeometry

/// The screen that a kiosk runs on: how it was chosen to be, and how it may be changed while it runs.
///
/// What is chosen here holds from the next turn of the loop on, which asks `takeChange()`: no view may
/// lose the screen's size in the midst of a callback.
@MainActor
package final class KioskPanel: Panel {
    /// What the command line says, which comes first at each start.
    private let fixed: PanelSetting
    private let backlights: String
    private let log: Log
    /// What was chosen on the board, now or at an earlier start: what the file says.
    private var kept = PanelSetting()
    /// What holds while nothing is tried; without a rotation the display's panel says it.
    private var settled: PanelSetting
    /// How far the picture is turned by it.
    private var settledRotation: Rotation
    /// What holds now, be it only tried.
    private var current: PanelSetting
    /// What is chosen but not shown yet.
    private(set) var isChanged = false
    /// Writes what was chosen; nil where nothing is kept.
    private let writer: NewestWriter<String>?

    /// How far the picture is turned clockwise.
    package private(set) var rotation: Rotation
    /// Pixels per point.
    package private(set) var scale: CGFloat
    /// The input devices that are plugged in.
    package var devices: @MainActor () -> [InputDevice] = { [] }

    /// Makes a panel as it was left; a file that says nothing sensible costs a line of the log.
    ///
    /// - Parameters:
    ///   - fixed: What the command line says.
    ///   - file: Keeps what is chosen; nil where nothing is kept.
    ///   - backlights: The folder that lists backlights.
    ///   - log: Gets what goes wrong with the file.
    package init(
        fixed: PanelSetting, file: String?, backlights: String = Backlight.usualFolder,
        log: Log = Log()
    ) {
        self.fixed = fixed
        self.backlights = backlights
        self.log = log
        if let file {
            do {
                kept = try PanelSetting(file: file)
            } catch {
                log.warning("\(error); the panel is shown as if there were no such file")
            }
        }
        writer = file.map {
            NewestWriter(name: "panel", file: $0, of: "how the panel is set", log: log)
        }
        settled = PanelSetting(
            rotation: fixed.rotation ?? kept.rotation, scale: fixed.scale ?? kept.scale ?? 1)
        settledRotation = settled.rotation ?? .none
        current = settled
        rotation = settledRotation
        scale = current.scale ?? 1
    }

    /// How points, pixels and scanout belong together on a display: as chosen, else as its panel asks.
    func geometry(on display: any ScanoutDisplay) -> ScreenGeometry {
        let geometry = ScreenGeometry(
            scanoutWidth: display.mode.width, scanoutHeight: display.mode.height,
            panelOrientation: display.panelOrientation, rotation: current.rotation, scale: scale)
        rotation = geometry.rotation
        if current.rotation == nil { settledRotation = rotation }
        isChanged = false
        return geometry
    }

    /// Whether something was chosen since it was asked last.
    package func takeChange() -> Bool {
        defer { isChanged = false }
        return isChanged
    }

    /// Returns when what was chosen is on the disk, or was refused by it: for the end, not before.
    package func finishWriting() {
        writer?.finish()
    }

    /// Turns and scales the picture from the next frame on. The next start knows nothing of it.
    ///
    /// - Parameter scale: Pixels per point; what is no sensible scale counts as the nearest one.
    package func show(rotation: Rotation, scale: CGFloat) {
        let sensible = PanelSetting.scales
        let scale =
            scale.isNaN ? self.scale : min(max(scale, sensible.lowerBound), sensible.upperBound)
        // Turned back, another display's panel may say again how it is mounted.
        current.rotation = rotation == settledRotation ? settled.rotation : rotation
        current.scale = scale
        isChanged = isChanged || rotation != self.rotation || scale != self.scale
        self.rotation = rotation
        self.scale = scale
    }

    /// Lets what is shown hold after the next start too. Written is what was chosen: not what the
    /// command line or the display's panel said.
    package func keep() {
        let isTurned = rotation != settledRotation
        let isScaled = scale != settled.scale
        guard isTurned || isScaled else { return }
        if isTurned { kept.rotation = rotation }
        if isScaled { kept.scale = scale }
        settled = current
        settledRotation = rotation
        for (option, isOverruled) in [
            ("--rotate", isTurned && fixed.rotation.map { $0 != rotation } ?? false),
            ("--scale", isScaled && fixed.scale.map { $0 != scale } ?? false),
        ] where isOverruled {
            log.warning(
                "\(option) on the command line will hold again after the next start: take it out there"
            )
        }
        guard let writer else {
            log.warning(
                "how the panel is set isn't kept: no folder for it is known; name one with --state")
            return
        }
        writer.submit(kept.text)
    }

    // MARK: Brightness

    /// How bright the backlight is, 0...1; nil where there is none that may be set.
    package var brightness: Double? { Backlight(in: backlights)?.brightness }

    /// Sets the backlight, 0...1.
    ///
    /// - Returns: Why it can't be set, one line; nil where it is.
    package func setBrightness(_ brightness: Double) -> String? {
        guard let backlight = Backlight(in: backlights) else {
            return
                "no backlight that this kiosk may set is in \(backlights): see that its brightness can be written (70-touchtracker.rules)"
        }
        do {
            try backlight.setBrightness(brightness)
            return nil
        } catch {
            return
                "\(backlight.name) can't be set: \(error); see that its brightness can be written (70-touchtracker.rules)"
        }
    }

    // MARK: Touch

    /// The fewest fingers that one of the devices can tell apart; a pointer, and one that doesn't say,
    /// tells one.
    package var fingerCapacity: Int? {
        devices().filter { $0.kind != .other }
            .map { $0.kind == .touch ? max($0.slotCount, 1) : 1 }.min()
    }
}
