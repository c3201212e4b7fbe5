import Foundation
import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("Text console")
struct TextConsoleTests {
    private func makeSystem(bound: String, programs: [String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (index, (name, bind)) in [
            ("(S) dummy device", "1"), ("(M) frame buffer device", bound),
        ]
        .enumerated() {
            try folder.makeFolder("sys/class/vtconsole/vtcon\(index)")
            try folder.write("\(name)\n", to: "sys/class/vtconsole/vtcon\(index)/name")
            try folder.write("\(bind)\n", to: "sys/class/vtconsole/vtcon\(index)/bind")
        }
        for program in programs {
            try folder.makeFolder((program as NSString).deletingLastPathComponent)
            try folder.write("", to: program)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/\(program)")
        }
        return folder
    }

    @Test(
        "There is one where text comes onto the screen and somebody can log in.",
        arguments: [
            ("1", ["usr/sbin/agetty", "usr/bin/login", "usr/bin/chvt"], true),
            ("0", ["usr/sbin/agetty", "usr/bin/login", "usr/bin/chvt"], false),
            ("1", ["usr/bin/login", "usr/bin/chvt"], false),
            ("1", ["usr/sbin/agetty", "usr/bin/chvt"], false),
            ("1", ["usr/sbin/agetty", "usr/bin/login"], false),
        ])
    func reachable(bound: String, programs: [String], isReachable: Bool) throws {
        let folder = try makeSystem(bound: bound, programs: programs)
        #expect(TextConsole.isReachable(root: folder.path) == isReachable)
        #expect(TextConsole.isReachable(root: folder.path + "/") == isReachable)
    }
}
