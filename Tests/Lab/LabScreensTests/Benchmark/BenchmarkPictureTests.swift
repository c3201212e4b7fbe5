import KioskServices
import LabScreens
import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// Compares the benchmark page with golden pictures.
@Suite("Benchmark pictures", .serialized)
@MainActor
struct BenchmarkPictureTests {
    private func expect(_ stage: MaintenanceTestApp, _ name: String) throws {
        try expectPicture(stage.simulator.render(), matches: name)
    }

    @Test(
        "The start page, each script and the results",
        arguments: [(800.0, 480.0, 1.0), (480, 800, 1), (400, 240, 2)])
    func benchmark(width: Double, height: Double, scale: Double) throws {
        let stage = MaintenanceTestApp.lab(.touches, width: width, height: height, scale: scale)
        let name = "\(Int(width))x\(Int(height))@\(Int(scale))"
        stage.openMenu()
        try stage.tap(.benchmark)
        try expect(stage, "benchmark-\(name)-start")
        try stage.tap("Start")
        for script in 0..<4 {
            stage.simulator.advance(by: 0.31)
            stage.frames.addFrames(180, cost: 4_080 + Int64(script) * 330)
            if scale == 1, width > height || script == 1 {
                stage.playback.play(on: stage.simulator, seconds: 3)
                try expect(stage, "benchmark-\(name)-\(BenchmarkTests.titles[script])")
            }
            if script == 2 { stage.frames.missedVblanks = 3 }
            stage.playback.end(.played, on: stage.simulator)
            stage.simulator.advance(by: 0.31)
        }
        try expect(stage, "benchmark-\(name)")
    }
}
