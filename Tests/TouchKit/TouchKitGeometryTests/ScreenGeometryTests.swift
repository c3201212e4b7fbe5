import Testing
import TouchKitGeometry

@Suite("Screen geometry")
struct ScreenGeometryTests {
    @Test(
        "Converting a point to a touchscreen position and back gives the same point.",
        arguments: Rotation.allCases, [1.0, 2.0, 0.5])
    func roundTrip(rotation: Rotation, scale: Double) {
        let geometry = ScreenGeometry(
            scanoutWidth: 800, scanoutHeight: 512, rotation: rotation, scale: scale)
        for point in [CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 40), CGPoint(x: 31.5, y: 250)] {
            let position = geometry.normalized(point: point)
            let back = geometry.point(normalized: position)
            #expect(abs(back.x - point.x) < 1e-9)
            #expect(abs(back.y - point.y) < 1e-9)
        }
    }

    @Test(
        "A touch at the scanout pixel of a canvas pixel is inside of that canvas pixel.",
        arguments: Rotation.allCases)
    func pictureAndTouchAgree(rotation: Rotation) {
        let geometry = ScreenGeometry(scanoutWidth: 80, scanoutHeight: 48, rotation: rotation)
        for y in 0..<geometry.canvasHeight {
            for x in 0..<geometry.canvasWidth {
                let scanout = geometry.scanoutRect(PixelRect(x: x, y: y, width: 1, height: 1))
                #expect(scanout.area == 1)
                let touch = geometry.point(
                    normalized: CGPoint(
                        x: (Double(scanout.minX) + 0.5) / 80, y: (Double(scanout.minY) + 0.5) / 48))
                #expect(Int(touch.x) == x)
                #expect(Int(touch.y) == y)
            }
        }
    }

    @Test(
        "The panel orientation determines the rotation, unless a rotation is given.",
        arguments: zip(
            PanelOrientation.allCases,
            [Rotation.none, .halfTurn, .clockwise270, .clockwise90]))
    func orientation(panel: PanelOrientation, rotation: Rotation) {
        let geometry = ScreenGeometry(
            scanoutWidth: 80, scanoutHeight: 48, panelOrientation: panel)
        #expect(geometry.rotation == rotation)
        let explicit = ScreenGeometry(
            scanoutWidth: 80, scanoutHeight: 48, panelOrientation: panel, rotation: Rotation.none)
        #expect(explicit.rotation == .none)
    }

    @Test(
        "On a panel with its right edge at the top, the top row of the picture is the last column.")
    func rightUp() {
        let geometry = ScreenGeometry(
            scanoutWidth: 80, scanoutHeight: 48, panelOrientation: .rightUp)
        #expect(geometry.canvasWidth == 48)
        #expect(
            geometry.scanoutRect(PixelRect(x: 0, y: 0, width: 48, height: 1))
                == PixelRect(x: 79, y: 0, width: 1, height: 48))
    }

    @Test("Bounds are in points, and rectangles become the canvas pixels that they intersect.")
    func scales() {
        let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480, scale: 2)
        #expect(geometry.bounds == CGRect(x: 0, y: 0, width: 400, height: 240))
        #expect(
            geometry.canvasRect(CGRect(x: -5, y: 0.4, width: 10, height: 1))
                == PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 3))
        #expect(geometry.canvasRect(.null).isEmpty)
    }

    @Test("A calibration is applied to the touchscreen position before the rotation.")
    func calibration() {
        let geometry = ScreenGeometry(
            scanoutWidth: 100, scanoutHeight: 100, rotation: .clockwise90)
        let swapped = TouchCalibration(a: 0, b: 1, c: 0, d: 1, e: 0, f: 0)
        #expect(
            geometry.point(normalized: CGPoint(x: 0.25, y: 0.75), calibration: swapped)
                == geometry.point(normalized: CGPoint(x: 0.75, y: 0.25)))
    }
}
