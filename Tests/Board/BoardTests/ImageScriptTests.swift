import Testing
import TouchTrackerTestSupport

/// What `scripts/image` says to who asks for what can't be: one line, before anything is made.
@Suite("Asking for an image")
struct ImageScriptTests {
    @Test(
        "What can't be made is refused with one line that names it.",
        arguments: [
            ("", 64, "which --target? There are: virtual-amd64 virtual-arm64 pi-hdmi pi-dsi"),
            ("--target pi-6", 64, "no target 'pi-6'; there are: virtual-amd64"),
            ("--target", 64, "--target needs a value"),
            ("--frobnicate", 64, "unknown argument '--frobnicate'"),
            ("--target pi-dsi", 64, "pi-dsi needs --kernel-source"),
            ("--target pi-dsi --kernel-source http://archive", 64, "one line of apt's"),
            ("--target pi-hdmi --kernel-source deb", 64, "--kernel-source is for pi-dsi"),
            ("--target pi-hdmi --app /nonexistent", 66, "no program /nonexistent"),
            ("--target virtual-amd64 --app /etc/passwd", 66, "no program /etc/passwd"),
        ])
    func refusals(arguments: String, code: Int, words: String) throws {
        let script = Repository.root.appendingPathComponent("scripts/image").path
        let command = [script] + arguments.split(separator: " ").map(String.init)
        do {
            try runTool(command)
            Issue.record("it was made")
        } catch {
            #expect(error.description.contains("exit status \(code): image: "))
            #expect(error.description.contains(words))
            #expect(error.description.split(separator: "\n").count == 1)
        }
    }
}
