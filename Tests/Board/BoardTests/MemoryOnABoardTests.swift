import Testing
import TouchTrackerTestSupport

/// What the kiosk takes of a board's memory, as its unit has it.
@Suite(
    "Memory on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct MemoryOnABoardTests {
    /// The most that a kiosk with an empty drawing may take, scanout mappings apart: 24 MiB.
    private static let limit = 24 * 1_024

    @Test(
        "With an empty drawing on 800 × 480 the kiosk never took more than 24 MB; it's said of what."
    )
    func peak() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let process = try board.kioskProcessID()
        let status = try board.shell("cat /proc/\(process)/status")
        // Resident and private kilobytes of each file mapped, and of memory without one.
        let mappings = try board.shell(
            """
            awk '/^[0-9a-f]+-/ { name = $6; if (name == "") name = "memory" }
                /^Rss:/ { resident[name] += $2 }
                /^(Private|Shared)_Dirty:/ { own[name] += $2 }
                END { for (name in resident) print resident[name], own[name], name }
                ' /proc/\(process)/smaps | sort -rn
            """)
        let words = status.split(whereSeparator: \.isWhitespace)
        let place = try #require(words.firstIndex(of: "VmHWM:"))
        let peak = try #require(Int(words[place + 1]))
        var scanout = 0
        var parts: [(name: String, kilobytes: Int, own: Int)] = []
        for line in mappings.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count == 3, let resident = Int(fields[0]), let own = Int(fields[1])
            else { continue }
            if fields[2].hasPrefix("/dev/dri/") {
                scanout += resident
            } else {
                parts.append((Self.part(of: fields[2]), resident, own))
            }
        }
        print("peak \(peak) kB, of which \(scanout) kB scanout")
        for name in ["program", "libraries", "heap", "other memory", "stack", "files"] {
            let those = parts.filter { $0.name == name }
            print(
                "\(name): \(those.reduce(0) { $0 + $1.kilobytes }) kB,",
                "\(those.reduce(0) { $0 + $1.own }) kB of it written")
        }
        #expect(parts.contains { $0.name == "heap" && $0.own > 0 })
        #expect(peak > 4 * 1_024)
        #expect(peak - scanout <= Self.limit)
        try board.stop()
    }

    private static func part(of name: Substring) -> String {
        if name == "/usr/bin/touchtracker" { return "program" }
        if name.contains("/lib/") { return "libraries" }
        if name == "[heap]" { return "heap" }
        if name == "[stack]" { return "stack" }
        return name.hasPrefix("/") ? "files" : "other memory"
    }
}
