import TouchKit

/// Shows the drawing view over the whole screen.
public final class DrawingViewController: UIViewController {
    /// Whether several fingers draw at once.
    private let isMultipleTouchEnabled: Bool

    /// Makes the controller of a scene in which every finger draws, or only one at a time.
    public init(isMultipleTouchEnabled: Bool = true) {
        self.isMultipleTouchEnabled = isMultipleTouchEnabled
        super.init()
    }

    /// Makes the drawing view.
    public override func loadView() {
        let view = DrawingView(frame: UIScreen.main.bounds)
        view.isMultipleTouchEnabled = isMultipleTouchEnabled
        self.view = view
    }
}
