import KioskDisplay
import KioskInput
import KioskRuntime
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster

@Suite("Start report")
struct StartReportTests {
    private func device(
        _ name: String, _ kind: InputDevice.Kind, slots: Int = 0
    ) -> InputDevice {
        InputDevice(
            id: DeviceID(rawValue: 1), name: name, path: "/dev/input/event1",
            kind: kind, calibration: .identity, slotCount: slots)
    }

    @Test("One line names the display, the driver, the rotation and each used device")
    func complete() {
        let report = StartReport(
            display: StartReport.Display(
                name: "/dev/dri/card0 DSI-1", mode: DisplayMode(width: 800, height: 480),
                format: .rgb565, driver: "vc4", panelOrientation: .rightUp),
            devices: [
                device("Goodix", .touch, slots: 10), device("Keys", .other),
                device("Mouse", .pointer),
            ])
        #expect(
            report.line == "display /dev/dri/card0 DSI-1 800x480@60, rgb565, driver vc4, "
                + "right side up; "
                + "touch Goodix (/dev/input/event1), 10 slots, calibration none; "
                + "pointer Mouse (/dev/input/event1), as one finger")
    }

    @Test("A missing display or touchscreen is reported")
    func missing() {
        #expect(
            StartReport(display: nil, devices: []).line
                == "display none connected; touch none plugged in")
        let headless = StartReport.Display(
            name: "headless:800x480@60", mode: DisplayMode(width: 800, height: 480))
        #expect(
            StartReport(display: headless, devices: [device("One", .touch)]).line
                == "display headless:800x480@60 800x480@60, xrgb8888, upright; "
                + "touch One (/dev/input/event1), one finger, calibration none")
    }

    @Test("A calibration is printed in the format of udev rules")
    func calibration() {
        let matrix = TouchCalibration(a: -1, b: 0, c: 1, d: 0.25, e: -1.5, f: 0)
        #expect(matrix.matrixText == "-1 0 1 0.25 -1.5 0")
        #expect(
            TouchCalibration(a: .nan, b: .infinity, c: 0, d: 0, e: 1, f: 0).matrixText
                == "nan inf 0 0 1 0")
    }
}
