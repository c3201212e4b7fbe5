import TouchKit

/// What the app can show; the raw value is its name on the command line.
package enum Scene: String, CaseIterable, Sendable {
    /// Drawing with fingers.
    case draw
    /// What views are told of fingers, without any recognizer.
    case touches
    /// A lock of nine dots that a finger joins.
    case unlock
    /// A disc that pulses while it is held, and can be dragged then.
    case pulse
    /// Three views, dragged in three ways.
    case drag
    /// Every touch sample leaves a spark.
    case sparkles
    /// Views, recognizers and their rules to try, with a trace of who wins.
    case arena

    /// Makes the controller of the scene's view.
    @MainActor
    func makeController(options: AppOptions) -> UIViewController {
        switch self {
        case .draw: DrawingSceneController(hasToolbar: options.hasToolbar)
        case .touches: TouchesViewController()
        case .unlock: UnlockViewController()
        case .pulse: PulseViewController()
        case .drag: DragViewController()
        case .sparkles: SparklesViewController(files: options.sparkFiles)
        case .arena: ArenaViewController()
        }
    }
}
