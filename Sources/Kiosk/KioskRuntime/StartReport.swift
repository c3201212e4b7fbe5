import KioskDisplay
import KioskInput
import TouchKitGeometry
import TouchKitRaster

/// What a kiosk runs on, as one line for the log of every run.
package struct StartReport: Hashable, Sendable {
    /// The display, as far as it matters to whoever reads a log.
    package struct Display: Hashable, Sendable {
        /// Card and connector.
        package var name: String
        /// The mode that is set.
        package var mode: DisplayMode
        /// How pixels lie in its buffers.
        package var format: PixelFormat
        /// The driver; nil for a display in memory.
        package var driver: String?
        /// How the panel is mounted.
        package var panelOrientation: PanelOrientation

        /// Makes a display.
        package init(
            name: String, mode: DisplayMode, format: PixelFormat = .xrgb8888,
            driver: String? = nil, panelOrientation: PanelOrientation = .normal
        ) {
            self.name = name
            self.mode = mode
            self.format = format
            self.driver = driver
            self.panelOrientation = panelOrientation
        }
    }

    /// The display; nil while none is connected.
    package var display: Display?
    /// The devices that are plugged in.
    package var devices: [InputDevice]

    /// Makes a report.
    package init(display: Display?, devices: [InputDevice]) {
        self.display = display
        self.devices = devices
    }

    /// The line.
    package var line: String {
        ([displayPart] + touchParts).joined(separator: "; ")
    }

    private var displayPart: String {
        guard let display else { return "display none connected" }
        let driver = display.driver.map { ", driver \($0)" } ?? ""
        let orientation = display.panelOrientation.words
        return "display \(display.name) \(display.mode.name), "
            + "\(display.format.rawValue)\(driver), \(orientation)"
    }

    private var touchParts: [String] {
        let panels = devices.filter { $0.kind == .touch }.map { device in
            let fingers =
                device.slotCount > 0
                ? device.slotCount == 1 ? "1 slot" : "\(device.slotCount) slots" : "one finger"
            return "touch \(device.name) (\(device.path)), \(fingers), "
                + "calibration \(device.calibration.words)"
        }
        let pointers = devices.filter { $0.kind == .pointer }.map { device in
            "pointer \(device.name) (\(device.path)), as one finger"
        }
        return (panels.isEmpty ? ["touch none plugged in"] : panels) + pointers
    }
}

extension PanelOrientation {
    /// How the panel is mounted, in the kernel's words without its spaces.
    package var words: String {
        switch self {
        case .normal: "upright"
        case .bottomUp: "upside down"
        case .leftUp: "left side up"
        case .rightUp: "right side up"
        }
    }
}

extension TouchCalibration {
    /// The six numbers as udev writes them, or "none".
    package var words: String {
        self == .identity ? "none" : matrix
    }
}
