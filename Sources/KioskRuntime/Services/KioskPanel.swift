import Display
import Geometry
import Input
import Linux
import Services

/// The screen that a kiosk runs on: how it was chosen to be, and how it may be changed while it runs.
///
/// What is chosen here holds from the next turn of the loop on, which asks `takeChange()`: no view may
/// lose the screen's size in the midst of a callback.
@MainActor
package final class KioskPanel: Panel {
    /// What the command line says, which comes first at each start.
    private let fixed: PanelSetting
    private let file: String?
    private let backlights: String
    private let log: Log
    /// What was chosen on the board, now or at an earlier start.
    private var chosen: PanelSetting
    /// What is chosen but not shown yet.
    private(set) var isChanged = false
    /// Writes what was chosen: a disk may take its time.
    private var writer: WorkerThread?

    /// How far the picture is turned clockwise.
    package private(set) var rotation: Rotation
    /// Pixels per point.
    package private(set) var scale: CGFloat
    /// The input devices that are plugged in.
    var devices: @MainActor () -> [InputDevice] = { [] }

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
        self.file = file
        self.backlights = backlights
        self.log = log
        chosen = PanelSetting()
        if let file {
            do {
                chosen = try PanelSetting(file: file)
            } catch {
                log.warning("\(error); the panel is shown as if there were no such file")
            }
        }
        if let rotation = fixed.rotation { chosen.rotation = rotation }
        if let scale = fixed.scale { chosen.scale = scale }
        rotation = chosen.rotation ?? .none
        scale = chosen.scale ?? 1
    }

    /// How points, pixels and scanout belong together on a display: as chosen, else as its panel asks.
    func geometry(on display: any ScanoutDisplay) -> ScreenGeometry {
        let geometry = ScreenGeometry(
            scanoutWidth: display.mode.width, scanoutHeight: display.mode.height,
            panelOrientation: display.panelOrientation, rotation: chosen.rotation, scale: scale)
        rotation = geometry.rotation
        isChanged = false
        return geometry
    }

    /// Whether something was chosen since it was asked last.
    func takeChange() -> Bool {
        defer { isChanged = false }
        return isChanged
    }

    /// Returns when what was chosen is on the disk, or was refused by it.
    package func finishWriting() {
        writer?.join()
        writer = nil
    }

    /// Turns and scales the picture from the next frame on, and after the next start too.
    ///
    /// - Parameter scale: Pixels per point; what is no sensible scale counts as the nearest one.
    package func show(rotation: Rotation, scale: CGFloat) {
        let sensible = PanelSetting.scales
        let scale =
            scale.isNaN ? self.scale : min(max(scale, sensible.lowerBound), sensible.upperBound)
        chosen = PanelSetting(rotation: rotation, scale: scale)
        isChanged = isChanged || rotation != self.rotation || scale != self.scale
        self.rotation = rotation
        self.scale = scale
        for (option, isOverruled) in [
            ("--rotate", fixed.rotation.map { $0 != rotation } ?? false),
            ("--scale", fixed.scale.map { $0 != scale } ?? false),
        ] where isOverruled {
            log.warning("\(option) on the command line will hold again after the next start")
        }
        keep(chosen)
    }

    private func keep(_ setting: PanelSetting) {
        guard let file else {
            log.warning("how the panel is set isn't kept: no folder for it is known; see --state")
            return
        }
        finishWriting()
        let log = log
        let write: @Sendable () -> Void = {
            do {
                try WholeFile.replace(file, with: Array(setting.text.utf8))
            } catch {
                log.warning("how the panel is set isn't kept: \(error)")
            }
        }
        do {
            writer = try WorkerThread(name: "panel", write)
        } catch {
            write()
        }
    }

    // MARK: Brightness

    /// How bright the backlight is, 0...1; nil where there is none that may be set.
    package var brightness: Double? { Backlight(in: backlights)?.brightness }

    /// Sets the backlight, 0...1.
    ///
    /// - Returns: Why it can't be set, one line; nil where it is.
    package func setBrightness(_ brightness: Double) -> String? {
        guard let backlight = Backlight(in: backlights) else {
            return "no backlight that this kiosk may set is in \(backlights)"
        }
        do {
            try backlight.setBrightness(brightness)
            return nil
        } catch {
            return "\(backlight.name) can't be set: \(error)"
        }
    }

    // MARK: Touch

    /// The most fingers that any of the touch devices can tell apart; one that doesn't say tells one.
    package var fingerCapacity: Int? {
        devices().filter { $0.kind == .touch }.map { max($0.slotCount, 1) }.max()
    }
}
