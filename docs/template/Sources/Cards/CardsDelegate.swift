import TouchKit

/// Sets the table: three cards on green, and a line of advice.
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
        let advice = UILabel(frame: CGRect(x: 40, y: 16, width: 400, height: 32))
        advice.text = "Drag the cards; tap one twice to turn it over."
        window.addSubview(advice)
        for (index, face) in [UIColor.red, .yellow, .blue].enumerated() {
            let left = CGFloat(40 + 140 * index)
            window.addSubview(
                CardView(frame: CGRect(x: left, y: 60, width: 120, height: 180), face: face))
        }
        window.makeKeyAndVisible()
        return true
    }
}
