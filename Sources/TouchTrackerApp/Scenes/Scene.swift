import TouchKit

/// What the app can show; the raw value is its name on the command line.
public enum Scene: String, CaseIterable, Sendable {
    /// Drawing with fingers.
    case draw

    /// Makes the controller of the scene's view.
    @MainActor
    func makeController(options: AppOptions) -> UIViewController {
        switch self {
        case .draw: DrawingViewController()
        }
    }
}
