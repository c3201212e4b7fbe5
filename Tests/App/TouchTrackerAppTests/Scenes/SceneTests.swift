import Foundation
import Testing
import TouchKit
import TouchTrackerApp
import TouchTrackerTestSupport

/// The registry of scenes, `Scene.allCases`.
@Suite("Scene", .serialized)
@MainActor
struct SceneTests {
    @Test("Each registered scene has a unique name that finds it.")
    func names() {
        #expect(Set(Scene.allCases.map(\.rawValue)).count == Scene.allCases.count)
        for scene in Scene.allCases { #expect(Scene(rawValue: scene.rawValue) == scene) }
        #expect(Scene(rawValue: "missing") == nil)
    }

    @Test("docs/scenes.md describes each registered scene in a row of its first table.")
    func documentation() throws {
        let text = try String(
            contentsOf: Repository.root.appendingPathComponent("docs/scenes.md"), encoding: .utf8)
        for scene in Scene.allCases {
            #expect(text.contains("\n| `\(scene.rawValue)` | "), "\(scene)")
        }
    }
}
