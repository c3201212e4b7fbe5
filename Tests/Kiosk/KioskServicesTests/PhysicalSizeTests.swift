import KioskServices
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Physical size")
struct PhysicalSizeTests {
    struct Claim: Sendable, CustomStringConvertible {
        var millimeters: (Int, Int)
        var pixels: (Int, Int)
        var isPlausible: Bool

        var description: String {
            "\(millimeters.0) × \(millimeters.1) mm, \(pixels.0) × \(pixels.1)"
        }

        init(_ width: Int, _ height: Int, _ pixels: (Int, Int), _ isPlausible: Bool) {
            millimeters = (width, height)
            self.pixels = pixels
            self.isPlausible = isPlausible
        }
    }

    static let displays = [
        // The official 7-inch displays, a 5-inch one, a monitor and a phone display.
        Claim(154, 86, (800, 480), true),
        Claim(87, 155, (720, 1280), true),
        Claim(108, 65, (800, 480), true),
        Claim(527, 296, (1920, 1080), true),
        Claim(64, 114, (1080, 1920), true),
        // No size at all.
        Claim(0, 0, (800, 480), false),
        Claim(154, 0, (800, 480), false),
        Claim(-1, 86, (800, 480), false),
        // Aspect ratios: as given, in centimeters, in millimeters; also upright.
        Claim(16, 9, (1920, 1080), false),
        Claim(160, 90, (1920, 1080), false),
        Claim(1600, 900, (3840, 2160), false),
        Claim(160, 100, (1280, 800), false),
        Claim(90, 160, (1080, 1920), false),
        // A size that differs from an aspect ratio by a millimeter is accepted.
        Claim(161, 91, (1920, 1080), true),
        // 50 dpi is 406.4 mm for 800 pixels, 800 dpi is 25.4 mm.
        Claim(406, 240, (800, 480), true),
        Claim(407, 240, (800, 480), false),
        Claim(406, 244, (800, 480), false),
        Claim(26, 16, (800, 480), true),
        Claim(25, 16, (800, 480), false),
        // A television with a small mode.
        Claim(1218, 685, (640, 480), false),
    ]

    @Test(
        "A display's size is accepted only if it is plausible",
        arguments: PhysicalSizeTests.displays)
    func display(_ claim: Claim) {
        let size = PhysicalSize.plausible(
            width: claim.millimeters.0, height: claim.millimeters.1, pixelWidth: claim.pixels.0,
            pixelHeight: claim.pixels.1)
        let claimed = PhysicalSize(
            width: Double(claim.millimeters.0), height: Double(claim.millimeters.1))
        #expect(size == (claim.isPlausible ? claimed : nil))
    }

    private static func touched(
        _ maximum: (Int32, Int32), per millimeter: (Int, Int),
        calibration: TouchCalibration = .identity
    ) -> TouchscreenDescription {
        TouchscreenDescription(
            id: DeviceID(rawValue: 1), name: "panel",
            rangeX: SlotDecoder.Axis(minimum: 0, maximum: maximum.0),
            rangeY: SlotDecoder.Axis(minimum: 0, maximum: maximum.1),
            unitsPerMillimeterX: millimeter.0, unitsPerMillimeterY: millimeter.1,
            calibration: calibration)
    }

    struct Touched: Sendable {
        var panel: TouchscreenDescription
        var size: PhysicalSize?
    }

    static let panels = [
        Touched(
            panel: touched((1540, 860), per: (10, 10)), size: PhysicalSize(width: 154, height: 86)),
        Touched(
            panel: touched((4096, 4096), per: (32, 64)),
            size: PhysicalSize(width: 128, height: 64)),
        // No size, or only half of it.
        Touched(panel: touched((1540, 860), per: (0, 0))),
        Touched(panel: touched((1540, 860), per: (10, 0))),
        // Smaller than 50 mm, larger than 600 mm.
        Touched(panel: touched((800, 480), per: (10, 10))),
        Touched(panel: touched((6100, 3660), per: (10, 10))),
        Touched(
            panel: touched((850, 510), per: (10, 10)), size: PhysicalSize(width: 85, height: 51)),
        Touched(
            panel: touched((6000, 3600), per: (10, 10)), size: PhysicalSize(width: 600, height: 360)
        ),
        // Differs from the picture's shape by a fifth or more.
        Touched(
            panel: touched((1200, 600), per: (10, 10)), size: PhysicalSize(width: 120, height: 60)),
        Touched(panel: touched((1210, 600), per: (10, 10))),
        Touched(panel: touched((830, 600), per: (10, 10))),
        // Rotated by 90 degrees.
        Touched(panel: touched((860, 1540), per: (10, 10))),
        Touched(
            panel: touched(
                (860, 1540), per: (10, 10),
                calibration: TouchCalibration(a: 0, b: -1, c: 1, d: 1, e: 0, f: 0)),
            size: PhysicalSize(width: 154, height: 86)),
    ]

    @Test(
        "A touchscreen's resolution is accepted only if it is plausible",
        arguments: PhysicalSizeTests.panels.indices)
    func panel(_ index: Int) {
        let row = Self.panels[index]
        #expect(
            PhysicalSize.plausible(of: row.panel, pixelWidth: 800, pixelHeight: 480) == row.size)
    }

    @Test(
        "44 points are at least 7 mm in steps of a quarter, and 240 points remain",
        arguments: [
            // The official displays of 7 and 5 inches, a monitor, a 2.8-inch and a phone display.
            (154, 86, 800, 480, 1), (87, 155, 720, 1_280, 1.5), (62, 110, 720, 1_280, 2),
            (527, 296, 1_920, 1_080, 1), (43, 58, 240, 320, 1), (64, 114, 1_080, 1_920, 2.75),
            // 1.04 is needed, and 1.33 is possible; 1.8 is needed, and 1 is possible.
            (73, 49, 480, 320, 1.25), (36, 28, 320, 240, 1), (20, 30, 2_160, 3_240, 8),
        ] as [(Double, Double, Int, Int, CGFloat)])
    func defaultScale(
        width: Double, height: Double, pixelWidth: Int, pixelHeight: Int, scale: CGFloat
    ) {
        let size = PhysicalSize(width: width, height: height)
        #expect(size.defaultScale(pixelWidth: pixelWidth, pixelHeight: pixelHeight) == scale)
    }

    @Test("The touchscreen's size takes precedence over the display's")
    func both() {
        let display = PhysicalSize(width: 155, height: 88)
        let info = DisplayInfo(
            name: "card0 DSI-1", pixelWidth: 800, pixelHeight: 480, physicalSize: display)
        #expect(info.effectivePhysicalSize(preferring: nil) == display)
        #expect(
            info.effectivePhysicalSize(preferring: Self.touched((1540, 860), per: (10, 10)))
                == PhysicalSize(width: 154, height: 86))
        #expect(
            info.effectivePhysicalSize(preferring: Self.touched((1540, 860), per: (0, 0)))
                == display)
    }
}
