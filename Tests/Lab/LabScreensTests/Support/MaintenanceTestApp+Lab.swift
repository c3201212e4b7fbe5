import KioskServices
import LabRobot
import LabScreens
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerAppTestSupport

extension MaintenanceTestApp {
    /// Launches an app with the lab's field test, benchmark page and touch overlay.
    static func lab(
        _ scene: Scene = .draw, width: CGFloat = 800, height: CGFloat = 480, scale: CGFloat = 1,
        showsTouchOverlay: Bool = false
    ) -> MaintenanceTestApp {
        MaintenanceTestApp(
            scene, width: width, height: height, scale: scale, showsTouchOverlay: showsTouchOverlay,
            technicianScreens: LabTechnicianScreens())
    }
}

extension TestTouchPlayback {
    /// The robot scripts that the benchmark page started, in order; `nil` for frames of no script.
    var startedScripts: [RobotScript.Name?] {
        started.map { frames in
            RobotScript.Name.allCases.first { Self.firstFrames(of: $0) == frames }
        }
    }

    /// The first frames of a script at the benchmark page's rate and duration.
    private static func firstFrames(of name: RobotScript.Name) -> [TouchFrame] {
        var script = RobotScript(name, rateHz: 120, duration: 10_000_000)
        var frames: [TouchFrame] = []
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        while frames.count < firstFrameCount, script.next(into: &frame) { frames.append(frame) }
        return frames
    }
}
