import Glibc
import KioskSystem

// The program behind `scripts/bench raster`:
//
//     touchkit-raster-benchmark data FOLDER     writes the workloads that the peers read
//     touchkit-raster-benchmark serve           runs TouchKit's renderer as a server
//     touchkit-raster-benchmark moving-finger --strokes N [--drag]
//                                               measures frames over a drawing of N strokes
//     touchkit-raster-benchmark threads         measures frames composed by several threads
//     touchkit-raster-benchmark compare FOLDER [OPTION]…
//                                               measures the renderers named on standard input
//
// Options: --quick, --count (instructions), --json, --markdown, --check.

/// Runs the subcommand that `arguments` name and returns the exit code.
func run(_ arguments: [String]) throws(BenchError) -> Int32 {
    switch (arguments.first, arguments.count) {
    case ("data", 2):
        try WorkloadFiles(folder: arguments[1]).write(Workloads())
        return 0
    case ("serve", 1):
        Server(Workloads()).run()
        return 0
    case ("moving-finger", 3), ("moving-finger", 4):
        guard arguments[1] == "--strokes", let strokes = Int(arguments[2]), strokes >= 0,
            arguments.count == 3 || arguments[3] == "--drag"
        else {
            throw BenchError.usage(
                "usage: touchkit-raster-benchmark moving-finger --strokes N [--drag]")
        }
        MovingFinger.measure(
            arguments.count == 3 ? .draw : .drag, strokes: strokes, frames: 240)
        return 0
    case ("threads", 1):
        do throws(LinuxError) {
            try SharedFrame.measure(Workloads().w3, frames: 200)
        } catch {
            throw BenchError(description: "\(error)", code: 71)
        }
        return 0
    case ("compare", 2...):
        return try compare(WorkloadFiles(folder: arguments[1]), Set(arguments[2...]))
    default:
        throw BenchError.usage(
            "usage: touchkit-raster-benchmark data FOLDER | serve | threads | "
                + "moving-finger --strokes N [--drag] | compare FOLDER …"
        )
    }
}

/// Reads the list of renderers, measures them and prints the results.
///
/// - Returns: 1 with `--check` if a performance target is missed, otherwise 0.
func compare(_ files: WorkloadFiles, _ options: Set<String>) throws(BenchError) -> Int32 {
    let known: Set<String> = ["--quick", "--count", "--json", "--markdown", "--check"]
    if let unknown = options.subtracting(known).first {
        throw BenchError.usage("unknown option \(unknown)")
    }
    var entries: [RendererEntry] = []
    var skipped: [(renderer: String, reason: String)] = []
    while let line = readLine() {
        let fields = line.split(separator: "\t").map(String.init)
        if fields.count == 3, fields[0] == "skipped" {
            skipped.append((fields[1], fields[2]))
        } else {
            entries.append(try RendererEntry(fields))
        }
    }
    let workloads = Workloads()
    try files.write(workloads)
    var renderers: [ChildRenderer] = []
    for entry in entries { renderers.append(try ChildRenderer(entry)) }
    let comparison = Comparison(renderers, effort: options.contains("--quick") ? .quick : .full)
    var results =
        options.contains("--count")
        ? try comparison.count() : try comparison.run(workloads.quality, files: files)
    results.skipped = skipped
    if options.contains("--json") {
        print(results.json)
        for peer in skipped { logProgress("SKIPPED \(peer.renderer): \(peer.reason)") }
    } else {
        print(options.contains("--markdown") ? results.markdown : results.text)
    }
    guard options.contains("--check") else { return 0 }
    let missed = PerformanceTargets.missed(by: results)
    for line in missed { logProgress("MISSED \(line)") }
    return missed.isEmpty ? 0 : 1
}

do {
    exit(try run(Array(CommandLine.arguments.dropFirst())))
} catch {
    logProgress(error.description)
    exit(error.code)
}
