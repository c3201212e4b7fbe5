import Testing
import TouchTrackerTestSupport

/// The memory that the kiosk uses on a board.
@Suite(
    "Memory on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
struct MemoryBoardTests {
    /// The allowed peak memory of a kiosk with an empty drawing, without scanout mappings: 24 MiB
    /// in kB.
    private static let limit = 24 * 1_024

    @Test(
        "With an empty drawing at 800 × 480 the kiosk's peak memory is at most 24 MiB"
    )
    func peak() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let process = try board.kioskProcessID()
        let status = try board.shell("cat /proc/\(process)/status")
        // The resident and written kilobytes of each mapped file and of anonymous memory.
        let mappings = try board.shell(
            """
            awk '/^[0-9a-f]+-/ { name = $6; if (name == "") name = "memory" }
                /^Rss:/ { resident[name] += $2 }
                /^(Private|Shared)_Dirty:/ { own[name] += $2 }
                END { for (name in resident) print resident[name], own[name], name }
                ' /proc/\(process)/smaps | sort -rn
            """)
        let words = status.split(whereSeparator: \.isWhitespace)
        let index = try #require(words.firstIndex(of: "VmHWM:"))
        let peak = try #require(Int(words[index + 1]))
        var scanout = 0
        var parts: [(name: String, kilobytes: Int, written: Int)] = []
        for line in mappings.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count == 3, let resident = Int(fields[0]), let written = Int(fields[1])
            else { continue }
            if fields[2].hasPrefix("/dev/dri/") {
                scanout += resident
            } else {
                parts.append((Self.category(of: fields[2]), resident, written))
            }
        }
        print("peak \(peak) kB, including \(scanout) kB of scanout mappings")
        for name in ["program", "libraries", "heap", "other memory", "stack", "files"] {
            let mappings = parts.filter { $0.name == name }
            print(
                "\(name): \(mappings.reduce(0) { $0 + $1.kilobytes }) kB,",
                "of which \(mappings.reduce(0) { $0 + $1.written }) kB written")
        }
        #expect(parts.contains { $0.name == "heap" && $0.written > 0 })
        #expect(peak > 4 * 1_024)
        #expect(peak - scanout <= Self.limit)
        try board.stop()
    }

    /// Returns the category of a mapping's name in smaps.
    private static func category(of name: Substring) -> String {
        if name == "/usr/bin/touchtracker" { return "program" }
        if name.contains("/lib/") { return "libraries" }
        if name == "[heap]" { return "heap" }
        if name == "[stack]" { return "stack" }
        return name.hasPrefix("/") ? "files" : "other memory"
    }
}
