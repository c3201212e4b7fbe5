import TouchKit

/// A scene that the app can show.
///
/// Each scene is declared as a static property in its own file, with its name, title, miniature and
/// controller factory, and is registered in `allCases`. The command line, the gallery in the
/// maintenance menu, the manual page and the tests read this list.
package struct Scene: RawRepresentable, CaseIterable, Hashable, Sendable {
    /// All scenes, in the order of the gallery.
    package static let allCases: [Scene] = [
        .draw,
        .touches,
        .unlock,
        .pulse,
        .drag,
        .sparkles,
        .arena,
    ]

    /// The name of the scene on the command line and in the configuration file.
    package let rawValue: String
    /// The title of the scene in the gallery.
    let title: String
    /// The small picture of the scene in the gallery.
    let miniature: SceneMiniature
    private let controllerFactory: @MainActor @Sendable (AppOptions) -> UIViewController

    /// Creates a scene.
    ///
    /// - Parameters:
    ///   - name: The unique name on the command line and in the configuration file.
    ///   - title: The title in the gallery.
    ///   - miniature: The small picture in the gallery.
    ///   - controllerFactory: The closure that creates the controller of the scene's view.
    init(
        name: String, title: String, miniature: SceneMiniature,
        controllerFactory: @escaping @MainActor @Sendable (AppOptions) -> UIViewController
    ) {
        rawValue = name
        self.title = title
        self.miniature = miniature
        self.controllerFactory = controllerFactory
    }

    /// Returns the registered scene with a name, or `nil` if there is none.
    package init?(rawValue: String) {
        guard let scene = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = scene
    }

    /// Creates the controller of the scene's view.
    @MainActor
    package func makeController(options: AppOptions) -> UIViewController {
        controllerFactory(options)
    }

    /// Returns whether two scenes have the same name.
    package static func == (left: Scene, right: Scene) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the name of the scene into `hasher`.
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Scene: CustomStringConvertible {
    /// The name of the scene, for messages and test results.
    package var description: String { rawValue }
}
