import KioskServices
import TouchKit

/// An app that is nothing but the field test.
package final class FieldTestDelegate: UIResponder, UIApplicationDelegate {
    private let setup: FieldTestSetup
    private let services: KioskServices?
    private let complaints: [String]
    private let onDone: () -> Void
    private var window: UIWindow?
    private var complaintWindow: ComplaintWindow?

    /// Makes the delegate of an app without panels: its window stays empty.
    package required convenience override init() {
        self.init(setup: FieldTestSetup(), services: nil, onDone: {})
    }

    /// Makes the delegate.
    ///
    /// - Parameters:
    ///   - setup: What the field test needs.
    ///   - services: What the kiosk offers; without, there are no panels to test.
    ///   - complaints: What is wrong with the configuration, a line each: shown for a while.
    ///   - onDone: Is called when somebody has read the last page.
    package init(
        setup: FieldTestSetup, services: KioskServices?, complaints: [String] = [],
        onDone: @escaping () -> Void
    ) {
        self.setup = setup
        self.services = services
        self.complaints = complaints
        self.onDone = onDone
        super.init()
    }

    /// Shows the first page.
    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        if let services {
            let controller = setup.makeController(services: services)
            controller.onDone = onDone
            window.rootViewController = controller
        }
        window.makeKeyAndVisible()
        self.window = window
        complaintWindow = ComplaintWindow(complaints)
        return true
    }
}
