import KioskServices
import TouchKit
import TouchTrackerApp

/// The application delegate of `touchtracker field-test`, an app that only runs the field test.
package final class FieldTestDelegate: UIResponder, UIApplicationDelegate {
    private let setup: FieldTestSetup
    private let services: KioskContext?
    private let configurationErrors: [String]
    private let onDone: () -> Void
    private var window: UIWindow?
    private var warningWindow: ConfigurationWarningWindow?

    /// Creates a delegate without kiosk services. The window of the delegate stays empty.
    package required convenience override init() {
        self.init(setup: FieldTestSetup(), services: nil, onDone: {})
    }

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - setup: The limits and callbacks of the field test.
    ///   - services: The kiosk's services, or `nil` if there is no kiosk; the window then stays
    ///     empty.
    ///   - configurationErrors: Errors in the configuration, one line each, which are shown for a
    ///     few seconds.
    ///   - onDone: Called when the user dismisses the summary.
    package init(
        setup: FieldTestSetup, services: KioskContext?, configurationErrors: [String] = [],
        onDone: @escaping () -> Void
    ) {
        self.setup = setup
        self.services = services
        self.configurationErrors = configurationErrors
        self.onDone = onDone
        super.init()
    }

    /// Shows the welcome page, and the configuration errors if there are any.
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
        warningWindow = ConfigurationWarningWindow(configurationErrors)
        return true
    }
}
