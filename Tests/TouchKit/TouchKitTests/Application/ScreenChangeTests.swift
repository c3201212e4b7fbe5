import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting

/// Changes of the display or its mode.
@Suite("Screen change", .serialized)
@MainActor
struct ScreenChangeTests {
    private let stage = Stage()
    private var application: UIApplication { stage.simulator.application }

    private func change(width: Int, height: Int) {
        application.changeScreenGeometry(
            to: ScreenGeometry(
                scanoutWidth: width, scanoutHeight: height, rotation: nil, scale: 1))
    }

    @Test("A full-screen window and its controller's view are resized; others are not.")
    func windows() {
        let screen = application.screen
        let full = UIWindow()
        let controller = UIViewController()
        full.rootViewController = controller
        full.isHidden = false
        let small = UIWindow(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
        small.isHidden = false
        change(width: 640, height: 400)
        let bounds = CGRect(x: 0, y: 0, width: 640, height: 400)
        #expect(screen.bounds == bounds)
        #expect(full.frame == bounds)
        #expect(controller.view.frame == bounds)
        #expect(small.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
    }

    @Test("A full-screen window hidden during the change is resized when it is shown.")
    func hiddenWindow() {
        let screen = application.screen
        let window = UIWindow()
        change(width: 640, height: 400)
        change(width: 320, height: 200)
        #expect(window.frame != screen.bounds)
        window.isHidden = false
        #expect(window.frame == CGRect(x: 0, y: 0, width: 320, height: 200))
    }

    @Test("The whole new canvas is repainted, even if its size is unchanged.")
    func invalidation() {
        for (width, height) in [(320, 200), (320, 200), (1_024, 600)] {
            change(width: width, height: height)
            var damage = Region()
            application.collectDamage(into: &damage)
            #expect(damage.rects == [PixelRect(x: 0, y: 0, width: width, height: height)])
            #expect(!application.needsDisplay)
        }
    }

    @Test("A picture after the change shows the whole new canvas.")
    func picture() {
        stage.simulator.window.backgroundColor = .blue
        #expect(stage.simulator.render()[0, 0] & 0xFF != 0)
        change(width: 640, height: 700)
        let picture = stage.simulator.render()
        #expect(picture.width == 640)
        #expect(picture.height == 700)
        #expect(picture[639, 699] == picture[0, 0])
    }
}
