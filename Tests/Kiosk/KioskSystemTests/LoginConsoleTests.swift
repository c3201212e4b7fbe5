import Foundation
import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("Login console")
struct LoginConsoleTests {
    /// Creates a root folder with sysfs entries of two consoles and with executable programs.
    private func makeRoot(bound: String, programs: [String]) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        for (index, (name, bind)) in [
            ("(S) dummy device", "1"), ("(M) frame buffer device", bound),
        ]
        .enumerated() {
            try folder.write("\(name)\n", to: "sys/class/vtconsole/vtcon\(index)/name")
            try folder.write("\(bind)\n", to: "sys/class/vtconsole/vtcon\(index)/bind")
        }
        for program in programs {
            let path = try folder.write("", to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        return folder
    }

    @Test(
        "A login console needs a bound framebuffer console and all login programs.",
        arguments: [
            ("1", ["usr/sbin/agetty", "usr/bin/login", "usr/bin/chvt"], true),
            ("0", ["usr/sbin/agetty", "usr/bin/login", "usr/bin/chvt"], false),
            ("1", ["usr/bin/login", "usr/bin/chvt"], false),
            ("1", ["usr/sbin/agetty", "usr/bin/chvt"], false),
            ("1", ["usr/sbin/agetty", "usr/bin/login"], false),
        ])
    func availability(bound: String, programs: [String], isAvailable: Bool) throws {
        let folder = try makeRoot(bound: bound, programs: programs)
        #expect(LoginConsole.isAvailable(root: folder.path) == isAvailable)
        #expect(LoginConsole.isAvailable(root: folder.path + "/") == isAvailable)
    }
}
