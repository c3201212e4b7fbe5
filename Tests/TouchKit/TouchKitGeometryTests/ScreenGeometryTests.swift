import Testing
import TouchKitGeometry

@Suite("Screen geometry")
struct ScreenGeometryTests {
    @Test(
        "A place in points and its place on the panel lead to each other.",
        arguments: Rotation.allCases, [1.0, 2.0, 0.5])
    func roundTrip(rotation: Rotation, scale: Double) {
        let geometry = ScreenGeometry(
            scanoutWidth: 800, scanoutHeight: 512, rotation: rotation, scale: scale)
        for point in [CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 40), CGPoint(x: 31.5, y: 250)] {
            let there = geometry.normalized(point: point)
            let back = geometry.point(normalized: there)
            #expect(abs(back.x - point.x) < 1e-9)
            #expect(abs(back.y - point.y) < 1e-9)
        }
    }

    @Test(
        "Picture and touch agree: a touch on the scanout pixel of a canvas pixel is in that pixel.",
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
        "The panel's orientation turns the picture upright, unless a rotation is asked for.",
        arguments: zip(
            PanelOrientation.allCases,
            [Rotation.none, .halfTurn, .clockwise270, .clockwise90]))
    func orientation(panel: PanelOrientation, rotation: Rotation) {
        let geometry = ScreenGeometry(
            scanoutWidth: 80, scanoutHeight: 48, panelOrientation: panel)
        #expect(geometry.rotation == rotation)
        let asked = ScreenGeometry(
            scanoutWidth: 80, scanoutHeight: 48, panelOrientation: panel, rotation: Rotation.none)
        #expect(asked.rotation == .none)
    }

    @Test(
        "On a panel whose right edge is at the top, the picture's top row lies in the last column.")
    func rightUp() {
        let geometry = ScreenGeometry(
            scanoutWidth: 80, scanoutHeight: 48, panelOrientation: .rightUp)
        #expect(geometry.canvasWidth == 48)
        #expect(
            geometry.scanoutRect(PixelRect(x: 0, y: 0, width: 48, height: 1))
                == PixelRect(x: 79, y: 0, width: 1, height: 48))
    }

    @Test("Bounds are in points; rectangles become the pixels they touch, on the canvas only.")
    func scales() {
        let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480, scale: 2)
        #expect(geometry.bounds == CGRect(x: 0, y: 0, width: 400, height: 240))
        #expect(
            geometry.canvasRect(CGRect(x: -5, y: 0.4, width: 10, height: 1))
                == PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 3))
        #expect(geometry.canvasRect(.null).isEmpty)
    }

    @Test("A calibration is applied to the panel's position, before all else.")
    func calibration() {
        let geometry = ScreenGeometry(
            scanoutWidth: 100, scanoutHeight: 100, rotation: .clockwise90)
        let swapped = TouchCalibration(a: 0, b: 1, c: 0, d: 1, e: 0, f: 0)
        #expect(
            geometry.point(normalized: CGPoint(x: 0.25, y: 0.75), calibration: swapped)
                == geometry.point(normalized: CGPoint(x: 0.75, y: 0.25)))
    }
}
