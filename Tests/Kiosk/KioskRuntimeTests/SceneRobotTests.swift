import CTouchTrackerAllocationCounter
import KioskDisplay
import KioskRuntime
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// Every scene under ten fingers that report 240 times a second, in virtual time.
@Suite("Ten fingers on each scene", .serialized)
@MainActor
struct SceneRobotTests {
    private struct Figures {
        var frames = 0
        /// Allocations while fingers only moved: none came or went for half a second.
        var allocations: UInt = 0
        /// Reports in which fingers only moved.
        var reports = 0
        /// Those of them in which anything was allocated.
        var reportsThatAllocate = 0
    }

    /// Plays a scene for so many seconds, and counts once it is warm.
    private func play(
        _ app: AppOptions, _ play: TenFingerRobot.Play, warmUp: Int = 6, seconds: Int,
        mode: DisplayMode = DisplayMode(width: 800, height: 480), scale: CGFloat = 1
    ) throws -> Figures {
        let warm = warmUp * TenFingerRobot.rate
        let end = (warmUp + seconds) * TenFingerRobot.rate
        var robot = TenFingerRobot(play)
        var figures = Figures()
        var report = 0
        var lastChange = 0
        var allocations = allocation_counter_value()
        var frames = 0
        let options = Kiosk.ReplayOptions(mode: mode, scale: scale)
        _ = try Kiosk.replay(
            options: options, makingDelegate: { AppDelegate(options: app) },
            shown: { _, _ in frames += 1 }
        ) { frame in
            let now = allocation_counter_value()
            if report > warm, report - lastChange > TenFingerRobot.rate / 2 {
                figures.allocations += now - allocations
                figures.reports += 1
                if now > allocations { figures.reportsThatAllocate += 1 }
            }
            report += 1
            if report > end + 1 { return false }
            if report > end {
                robot.liftAll(into: &frame)
            } else {
                robot.next(into: &frame)
            }
            for contact in frame.contacts where contact.state != .motion { lastChange = report }
            allocations = allocation_counter_value()
            return true
        }
        figures.frames = frames
        return figures
    }

    @Test(
        "While ten fingers move, frames allocate nothing, and each is shown.",
        .enabled(if: Optimization.isOn && allocation_counter_is_active()), arguments: Scene.allCases
    )
    func moving(scene: Scene) throws {
        let figures = try play(AppOptions(scene: scene), .moving, seconds: 20)
        print(
            "\(scene.rawValue): \(figures.allocations) allocations in",
            "\(figures.reportsThatAllocate) of \(figures.reports) reports, \(figures.frames) frames"
        )
        #expect(figures.reports > 15 * TenFingerRobot.rate)
        // The pulsing disc is the only thing that may rest under moving fingers.
        if scene != .pulse && scene != .unlock { #expect(figures.frames > 20 * 60) }
        switch scene {
        case .draw, .touches, .pulse, .sparkles:
            #expect(figures.allocations == 0)
        case .drag, .unlock, .arena:
            // A finger slides onto a button that lights up, a pattern is told to be wrong, cards
            // meet as they never met before: that is no frame's cost.
            #expect(figures.reportsThatAllocate * 100 < figures.reports)
        }
    }

    @Test(
        "Fingers that do what they like for a while bring no scene down, at either size and scale.",
        arguments: Scene.allCases)
    func playing(scene: Scene) throws {
        // Pictures take a debug build fifty times as long.
        guard Optimization.isOn else {
            let figures = try play(AppOptions(scene: scene), .playing, warmUp: 0, seconds: 1)
            #expect(figures.frames > 0)
            return
        }
        let landscape = try play(AppOptions(scene: scene), .playing, seconds: 20)
        #expect(landscape.frames > 50)
        let portrait = try play(
            AppOptions(scene: scene), .playing, seconds: 20,
            mode: DisplayMode(width: 720, height: 1_280), scale: 2)
        #expect(portrait.frames > 50)
    }
}
