import TouchKit

/// The application delegate: shows three cards and an instruction on a green background.
@MainActor
public final class CardsDelegate: UIApplicationDelegate {
    /// The window, which fills the screen.
    public let window = UIWindow()

    /// Creates the delegate; the kiosk runtime calls this initializer.
    public init() {}

    /// Adds the label and the cards, and shows the window.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window.backgroundColor = .green
        let instruction = UILabel(frame: CGRect(x: 40, y: 16, width: 400, height: 32))
        instruction.text = "Drag a card, or tap it twice."
        window.addSubview(instruction)
        for (index, face) in [UIColor.red, .yellow, .blue].enumerated() {
            let left = CGFloat(40 + 140 * index)
            window.addSubview(
                CardView(frame: CGRect(x: left, y: 60, width: 120, height: 180), face: face))
        }
        window.makeKeyAndVisible()
        return true
    }
}
