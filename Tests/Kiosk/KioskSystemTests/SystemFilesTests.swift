import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("System files")
struct SystemFilesTests {
    private let folder = TemporaryFolder()
    private var files: SystemFiles { SystemFiles(root: folder.path) }

    @Test("A line ends at a line break or a NUL byte, and numbers may have spaces around them")
    func lines() throws {
        try folder.write("one\ntwo\n", to: "sys/a")
        try folder.write("Raspberry Pi 4\0", to: "sys/model")
        try folder.write("  17 ms\n", to: "sys/number")
        try folder.write("", to: "sys/empty")
        #expect(files.line("/sys/a") == "one" && files.lines("/sys/a") == ["one", "two"])
        #expect(files.line("/sys/model") == "Raspberry Pi 4")
        #expect(files.integer("/sys/number") == 17 && files.integer("/sys/a") == nil)
        #expect(files.line("/sys/empty") == nil && files.text("/sys/missing") == nil)
        #expect(files.lines("/sys/missing") == [] && files.text("/sys") == nil)
    }

    @Test("Numbered names are sorted by their numbers")
    func names() throws {
        for name in ["event10", "event2", "event1"] { try folder.write("", to: "sys/\(name)") }
        #expect(files.names(in: "/sys") == ["event1", "event2", "event10"])
        #expect(files.names(in: "/missing") == [])
    }

    @Test("Only existing attributes are written, in one line")
    func writing() throws {
        try folder.write("17\n", to: "sys/poll")
        try files.write("8", to: "/sys/poll")
        #expect(try folder.text("sys/poll") == "8\n")
        #expect(throws: LinuxError(operation: "open", code: .notFound, path: "/sys/missing")) {
            try files.write("8", to: "/sys/missing")
        }
        #expect(!files.exists("/sys/missing") && files.exists("/sys/poll"))
    }

    @Test("A machine's own files are below /")
    func machine() {
        #expect(SystemFiles().line("/proc/sys/kernel/ostype") == "Linux")
        #expect(SystemFiles().usbDevice(of: "/sys/class/mem/null") == nil)
        #expect(SystemFiles().linkedName("/proc/self/exe") != nil)
    }
}
