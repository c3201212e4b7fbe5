import KioskDisplay
import KioskInput
import TouchKitGeometry
import TouchKitRaster

/// A report of a kiosk's display and input devices, as one line for the log.
package struct StartReport: Hashable, Sendable {
    /// The properties of a display that help to diagnose problems.
    package struct Display: Hashable, Sendable {
        /// The names of the card and the connector, for example
        /// `/dev/dri/by-path/platform-gpu-card HDMI-A-1`.
        package var name: String
        /// The active mode.
        package var mode: DisplayMode
        /// The pixel format of the display's buffers.
        package var format: PixelFormat
        /// The name of the kernel driver, or `nil` for a headless display.
        package var driver: String?
        /// The orientation in which the panel is mounted.
        package var panelOrientation: PanelOrientation

        /// Creates a display description from its properties.
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

        /// Creates a description of `display`.
        init(_ display: any ScanoutDisplay) {
            self.init(
                name: display.name, mode: display.mode, format: display.format,
                driver: display.driver, panelOrientation: display.panelOrientation)
        }
    }

    /// The display, or `nil` if no display is connected.
    package var display: Display?
    /// The connected input devices.
    package var devices: [InputDevice]

    /// Creates a report about a display and input devices.
    package init(display: Display?, devices: [InputDevice]) {
        self.display = display
        self.devices = devices
    }

    /// The report as one line of text.
    package var line: String {
        ([displayDescription] + deviceDescriptions).joined(separator: "; ")
    }

    private var displayDescription: String {
        guard let display else { return "display none connected" }
        let driver = display.driver.map { ", driver \($0)" } ?? ""
        let orientation = display.panelOrientation.mountingDescription
        return "display \(display.name) \(display.mode.name), "
            + "\(display.format.rawValue)\(driver), \(orientation)"
    }

    private var deviceDescriptions: [String] {
        let touchscreens = devices.filter { $0.kind == .touch }.map { device in
            let capacity =
                device.slotCount > 0
                ? device.slotCount == 1 ? "1 slot" : "\(device.slotCount) slots" : "one finger"
            return "touch \(device.name) (\(device.path)), \(capacity), "
                + "calibration \(device.calibration.matrixText)"
        }
        let pointers = devices.filter { $0.kind == .pointer }.map { device in
            "pointer \(device.name) (\(device.path)), as one finger"
        }
        return (touchscreens.isEmpty ? ["touch none plugged in"] : touchscreens) + pointers
    }
}

extension PanelOrientation {
    /// The panel orientation as lowercase English text, for logs and reports.
    package var mountingDescription: String {
        switch self {
        case .normal: "upright"
        case .bottomUp: "upside down"
        case .leftUp: "left side up"
        case .rightUp: "right side up"
        }
    }
}

extension TouchCalibration {
    /// The six elements of the calibration matrix in the notation of `LIBINPUT_CALIBRATION_MATRIX`,
    /// or "none" for the identity matrix.
    package var matrixText: String {
        self == .identity ? "none" : matrix
    }
}
