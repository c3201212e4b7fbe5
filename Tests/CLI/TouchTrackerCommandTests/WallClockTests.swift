import Foundation
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// Tests that the kiosk does not depend on the wall clock, which jumps on boards without a
/// real-time clock.
@Suite("Wall clock")
struct WallClockTests {
    @Test("The kiosk starts, saves and ends at any wall clock time, and quarantines no drawing")
    func jumps() throws {
        let library = try PreloadedLibrary("another-time")
        let folder = TemporaryFolder()
        // Years before and after the current time, and back.
        let years = [0, 30, -25, 200, -50, 0]
        for year in years {
            let program = try Program.run(
                ["run", "--display", "headless:80x60", "--no-input", "--state", folder.path],
                environment: [
                    "LD_PRELOAD": library.path,
                    "TOUCHTRACKER_TEST_SECONDS": "\(year * 31_556_952)",
                ], end: .terminate(afterSeconds: 0))
            #expect(program.status == 0)
            let lines = program.errors.split(separator: "\n").filter {
                !$0.hasPrefix("first frame") && !$0.hasPrefix("frames=1 ")
            }
            #expect(lines.isEmpty, "\(year) years: \(lines)")
            let store = try DrawingStore(folder: folder.path, access: .readOnly)
            #expect(try store.head() != DrawingHead())
        }
        #expect(!folder.contains("drawing-damaged-1.sqlite"))
    }
}
