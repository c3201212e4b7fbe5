import CTouchTrackerAllocationCounter
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Allocations per frame for text and images: none once warm.
@Suite("Cost of text and pictures", .serialized)
@MainActor
struct TextCostTests {
    @Test(
        "Redrawing labels, buttons and images does not allocate once warm.",
        .requiresOptimizedBuild)
    func warmFramesAllocateNothing() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 320, height: 200))
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 150, height: 90))
        label.text = "Words that make several lines, and one that is too long"
        label.numberOfLines = 3
        let turned = UILabel(frame: CGRect(x: 10, y: 100, width: 120, height: 30))
        turned.text = "Turned"
        turned.transform = CGAffineTransform(rotationAngle: 0.3)
        let button = UIButton(frame: CGRect(x: 160, y: 0, width: 100, height: 50))
        button.setTitle("Button", for: .normal)
        button.setBackgroundColor(.blue, for: .normal)
        button.cornerRadius = 8
        let image = UIImageView(frame: CGRect(x: 160, y: 60, width: 100, height: 100))
        image.image = UIImage(bitmap: Bitmap(width: 30, height: 30, isOpaque: false))
        for view in [label, turned, button, image] { simulator.window.addSubview(view) }
        let painter = FramePainter(simulator.application, width: 320, height: 200)
        let views: [UIView] = [label, turned, button, image]
        var before = allocation_counter_value()
        for number in 0..<20 {
            if number == 3 { before = allocation_counter_value() }
            for view in views { view.setNeedsDisplay() }
            painter.paint()
        }
        #expect(allocation_counter_value() == before)
        #expect(painter.list.count > 5)
    }
}
