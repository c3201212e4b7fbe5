import TouchKit

/// A scene that the app can show, such as the drawing or an example of gestures.
///
/// Each scene is declared as a static property in its own file, with its name, title, miniature and
/// controller factory, and is listed in `allCases`. The command line, the gallery in the
/// maintenance menu, the manual page and the tests use this list.
package struct Scene: RawRepresentable, CaseIterable, Hashable, Sendable {
    /// All scenes, in the order in which the gallery of the maintenance menu shows them.
    package static let allCases: [Scene] = [
        .draw,
        .touches,
        .unlock,
        .pulse,
        .drag,
        .sparkles,
        .arena,
        .controls,
    ]

    /// The name of the scene on the command line and in the configuration file.
    package let rawValue: String
    /// The title of the scene in the gallery of the maintenance menu.
    let title: String
    /// The small picture of the scene in the gallery of the maintenance menu.
    let miniature: SceneMiniature
    private let controllerFactory: @MainActor @Sendable (AppOptions) -> UIViewController

    /// Creates a scene.
    ///
    /// - Parameters:
    ///   - name: The unique name on the command line and in the configuration file.
    ///   - title: The title in the gallery of the maintenance menu.
    ///   - miniature: The small picture in the gallery of the maintenance menu.
    ///   - controllerFactory: The closure that creates the view controller of the scene.
    init(
        name: String, title: String, miniature: SceneMiniature,
        controllerFactory: @escaping @MainActor @Sendable (AppOptions) -> UIViewController
    ) {
        rawValue = name
        self.title = title
        self.miniature = miniature
        self.controllerFactory = controllerFactory
    }

    /// Creates the scene in `allCases` that has the name `rawValue`, or returns `nil` if there is
    /// none.
    package init?(rawValue: String) {
        guard let scene = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = scene
    }

    /// Creates a view controller for the scene with the given options of the app.
    @MainActor
    package func makeController(options: AppOptions) -> UIViewController {
        controllerFactory(options)
    }

    /// Returns whether two scenes have the same name and are therefore equal.
    package static func == (left: Scene, right: Scene) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the name of the scene into `hasher`.
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Scene: CustomStringConvertible {
    /// The name of the scene, as used in messages and test results.
    package var description: String { rawValue }
}
