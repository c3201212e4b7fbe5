import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Error messages of `scripts/image`, which it prints before it builds anything.
@Suite("The script scripts/image")
struct ImageScriptTests {
    @Test(
        "Invalid options and files are reported in one line",
        arguments: [
            ("", 64, "missing --target; use one of: virtual-amd64 virtual-arm64 pi-hdmi pi-dsi"),
            ("--target pi-6", 64, "unknown target 'pi-6'; use one of: virtual-amd64"),
            ("--target", 64, "--target requires a value"),
            ("--frobnicate", 64, "unknown argument '--frobnicate'"),
            ("--target pi-dsi", 64, "pi-dsi requires --kernel-source"),
            (
                "--target pi-dsi --kernel-source http://archive", 64,
                "must be one line of an apt sources.list"
            ),
            ("--target pi-hdmi --kernel-source deb", 64, "--kernel-source is only for pi-dsi"),
            ("--target pi-hdmi --app /nonexistent", 66, "/nonexistent: not an executable file"),
            ("--target virtual-amd64 --app /etc/passwd", 66, "/etc/passwd: not an executable file"),
        ])
    func errorMessage(arguments: String, code: Int, message: String) throws {
        let script = Repository.root.appendingPathComponent("scripts/image").path
        let command = [script] + arguments.split(separator: " ").map(String.init)
        do {
            try runTool(command)
            Issue.record("the script built an image")
        } catch {
            #expect(error.description.contains("exit status \(code): image: "))
            #expect(error.description.contains(message))
            #expect(error.description.split(separator: "\n").count == 1)
        }
    }
}
