import TouchKit

/// Sets the table: three cards on green.
@MainActor
public final class CardsDelegate: UIApplicationDelegate {
    /// The whole screen.
    public let window = UIWindow()

    /// The runtime makes it.
    public init() {}

    /// Lays the cards out and shows the window.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window.backgroundColor = .green
        for (index, face) in [UIColor.red, .yellow, .blue].enumerated() {
            let left = CGFloat(40 + 140 * index)
            window.addSubview(
                CardView(frame: CGRect(x: left, y: 60, width: 120, height: 180), face: face))
        }
        window.makeKeyAndVisible()
        return true
    }
}
