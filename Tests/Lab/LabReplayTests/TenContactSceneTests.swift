import CTouchTrackerAllocationCounter
import KioskDisplay
import KioskRuntime
import LabReplay
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// Every scene with ten contacts that report 240 times a second, in virtual time.
@Suite("Ten contacts on each scene", .serialized)
@MainActor
struct TenContactSceneTests {
    private struct Measurements {
        var frames = 0
        /// The number of allocations in reports in which contacts only moved.
        var allocations: UInt = 0
        /// The number of reports in which contacts only moved, half a second after the last change.
        var reports = 0
        /// The number of these reports in which memory was allocated.
        var allocatingReports = 0
    }

    /// Plays random touches to a scene, and counts allocations after `warmUp` seconds.
    private func play(
        _ app: AppOptions, _ play: RandomTouchGenerator.Play, warmUp: Int = 6, seconds: Int,
        mode: DisplayMode = DisplayMode(width: 800, height: 480), scale: CGFloat = 1
    ) throws -> Measurements {
        let warm = warmUp * RandomTouchGenerator.rate
        let end = (warmUp + seconds) * RandomTouchGenerator.rate
        var generator = RandomTouchGenerator(play)
        var measurements = Measurements()
        var report = 0
        var lastChange = 0
        var allocations = allocation_counter_value()
        var frames = 0
        let options = Kiosk.ReplayOptions(mode: mode, scale: scale)
        _ = try Kiosk.replay(
            options: options, makingDelegate: { _ in AppDelegate(options: app) },
            onFrame: { _, _ in frames += 1 }
        ) { frame in
            let now = allocation_counter_value()
            if report > warm, report - lastChange > RandomTouchGenerator.rate / 2 {
                measurements.allocations += now - allocations
                measurements.reports += 1
                if now > allocations { measurements.allocatingReports += 1 }
            }
            report += 1
            if report > end + 1 { return false }
            if report > end {
                generator.liftAll(into: &frame)
            } else {
                generator.next(into: &frame)
            }
            for contact in frame.contacts where contact.state != .motion { lastChange = report }
            allocations = allocation_counter_value()
            return true
        }
        measurements.frames = frames
        return measurements
    }

    /// Scenes that may be at rest while contacts move.
    private static let restingScenes: [Scene] = [.pulse, .unlock, .controls]
    /// Scenes in which rare events may allocate, and the share of reports in which they may, in
    /// thousandths: a button is highlighted, a wrong pattern is marked, cards overlap for the first
    /// time, a line about a touch changes. In `controls`, the text of each value changes, too.
    private static let allocatingScenes: [Scene: Int] = [
        .drag: 10, .unlock: 10, .arena: 10, .controls: 25,
    ]

    @Test(
        "While ten contacts move, frames allocate nothing, and every frame is displayed",
        .requiresOptimizedBuild,
        arguments: Scene.allCases
    )
    func moving(scene: Scene) throws {
        let measurements = try play(
            AppOptions(scene: scene, paper: .gray, tool: .line), .moving, seconds: 20)
        print(
            "\(scene.rawValue): \(measurements.allocations) allocations in",
            "\(measurements.allocatingReports) of \(measurements.reports) reports,",
            "\(measurements.frames) frames"
        )
        #expect(measurements.reports > 15 * RandomTouchGenerator.rate)
        if !Self.restingScenes.contains(scene) { #expect(measurements.frames > 20 * 60) }
        if let thousandths = Self.allocatingScenes[scene] {
            #expect(measurements.allocatingReports * 1_000 < measurements.reports * thousandths)
        } else {
            #expect(measurements.allocations == 0)
        }
    }

    @Test(
        "No scene fails under random touches, at both sizes and scales",
        arguments: Scene.allCases)
    func playing(scene: Scene) throws {
        // A debug build needs fifty times as long for each picture.
        guard Optimization.isEnabled else {
            let measurements = try play(
                AppOptions(scene: scene, paper: .gray, tool: .line), .playing, warmUp: 0, seconds: 1
            )
            #expect(measurements.frames > 0)
            return
        }
        let landscape = try play(
            AppOptions(scene: scene, paper: .gray, tool: .line), .playing, seconds: 20)
        #expect(landscape.frames > 50)
        let portrait = try play(
            AppOptions(scene: scene, paper: .gray, tool: .line), .playing, seconds: 20,
            mode: DisplayMode(width: 720, height: 1_280), scale: 2)
        #expect(portrait.frames > 50)
    }
}
