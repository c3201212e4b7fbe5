import Testing
import TouchKit
import TouchKitTesting

/// Progress views, activity indicators and animated images.
@Suite("Indicators")
@MainActor
struct IndicatorTests {
    @Test("Progress is limited to 0…1, and an animated change ends at the value.")
    func progress() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 20))
        let view = UIProgressView(frame: CGRect(x: 0, y: 8, width: 100, height: 4))
        simulator.window.addSubview(view)
        view.progress = 2
        #expect(view.progress == 1)
        view.setProgress(0.5, animated: true)
        #expect(view.progress == 0.5)
        #expect(simulator.application.needsFrames)
        simulator.advance(by: 1)
        #expect(!simulator.application.needsFrames)
        #expect(view.subviews[0].frame.width == 50)
        #expect(simulator.isUpToDate())
    }

    @Test("An animated activity indicator changes eight times a second, without frames in between.")
    func activity() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 40, height: 40))
        let view = UIActivityIndicatorView(style: .medium)
        view.center = CGPoint(20, 20)
        simulator.window.addSubview(view)
        #expect(view.isHidden)
        view.startAnimating()
        #expect(!view.isHidden && view.isAnimating)
        #expect(!simulator.application.needsFrames)
        let first = simulator.render()
        simulator.advance(by: 0.124)
        #expect(simulator.render().isEqual(to: first))
        simulator.advance(by: 0.002)
        #expect(!simulator.render().isEqual(to: first))
        simulator.advance(by: 0.9)
        #expect(simulator.render().isEqual(to: first))
        view.stopAnimating()
        #expect(view.isHidden)
        #expect(simulator.application.nextDeadline == nil)
    }

    @Test("A new activity indicator has its natural size at the origin.")
    func activityFrame() {
        let medium = UIActivityIndicatorView(style: .medium)
        #expect(medium.frame == CGRect(x: 0, y: 0, width: 20, height: 20))
        let large = UIActivityIndicatorView(style: .large)
        #expect(large.frame == CGRect(x: 0, y: 0, width: 37, height: 37))
    }

    @Test("An activity indicator that is started again and again keeps its rhythm.")
    func repeatedStart() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 40, height: 40))
        let view = UIActivityIndicatorView(style: .medium)
        view.center = CGPoint(20, 20)
        simulator.window.addSubview(view)
        view.startAnimating()
        let first = simulator.render()
        simulator.advance(by: 0.1)
        view.startAnimating()
        simulator.advance(by: 0.026)
        #expect(!simulator.render().isEqual(to: first))
    }

    @Test("An activity indicator outside of a window makes no calls.")
    func activityWithoutWindow() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 40, height: 40))
        let view = UIActivityIndicatorView(style: .large)
        view.startAnimating()
        #expect(simulator.application.nextDeadline == nil)
        simulator.window.addSubview(view)
        #expect(simulator.application.nextDeadline != nil)
        view.removeFromSuperview()
        #expect(simulator.application.nextDeadline == nil)
        #expect(view.isAnimating)
    }

    /// Returns an image of one color, 10 points wide.
    private func image(_ color: UIColor) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image { _ in
            color.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
        }
    }

    @Test("Animation images follow each other, repeat, and leave the image.")
    func animatedImages() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 1, height: 1))
        let view = UIImageView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        simulator.window.addSubview(view)
        view.image = image(.white)
        view.animationImages = [image(.red), image(.green)]
        view.animationDuration = 0.2
        view.animationRepeatCount = 2
        view.startAnimating()
        var colors: [String] = []
        for _ in 0..<5 {
            colors += letters(simulator.render())
            simulator.advance(by: 0.101)
        }
        #expect(colors == ["R", "G", "R", "G", "W"])
        #expect(!view.isAnimating)
        #expect(simulator.application.nextDeadline == nil)
    }
}
