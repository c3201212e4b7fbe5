import Glibc
import TouchKitRaster

/// TouchKit's renderer as a server process, so that several renderers can be measured in turns.
///
/// Each request is a line, and so is each response:
///
///     works               the names of the supported benchmark cases
///     time WORK PASSES    runs PASSES passes: the median time of a pass and the best time of each
///                         part, in nanoseconds of processor time
///     draw FILE           writes the image of the quality lines to FILE: "done"
///
/// `Peers/peer.h` implements the protocol in C, `Peers/skia_peer.py` in Python.
struct Server {
    /// The renderer.
    private let renderer: Renderer

    /// Prepares the renderer.
    init(_ workloads: Workloads) {
        renderer = Renderer(workloads)
    }

    /// Responds to requests until standard input ends.
    func run() {
        while let line = readLine() {
            print(respond(to: line.split(separator: " ")))
            fflush(nil)
        }
    }

    /// Returns the response to a request.
    private func respond(to words: [Substring]) -> String {
        switch (words.first, words.count) {
        case ("works", 1): return BenchmarkCase.allCases.map(\.rawValue).joined(separator: " ")
        case ("time", 3):
            guard let work = BenchmarkCase(rawValue: String(words[1])),
                let passes = Int(words[2]), passes >= 0
            else { return "no such work" }
            return time(work, passes: passes)
        case ("draw", 2): return draw(String(words[1]))
        default: return "no such request"
        }
    }

    /// Runs passes and returns the median and the best times of the parts.
    private func time(_ work: BenchmarkCase, passes: Int) -> String {
        var best = [Int](repeating: passes == 0 ? 0 : .max, count: work.parts)
        var sums = [Int](repeating: 0, count: passes)
        for pass in 0..<passes {
            for part in 0..<work.parts {
                let before = processorNanoseconds()
                renderer.run(work, part: part)
                let taken = processorNanoseconds() - before
                best[part] = min(best[part], taken)
                sums[pass] += taken
            }
        }
        sums.sort()
        let median = sums.isEmpty ? 0 : sums[sums.count / 2]
        return ([median] + best).map(String.init).joined(separator: " ")
    }

    /// Writes the quality image to a file.
    private func draw(_ path: String) -> String {
        guard let file = fopen(path, "wb") else { return String(cString: strerror(errno)) }
        let picture = renderer.qualityImage()
        var written = 0
        for y in 0..<picture.height {
            written += fwrite(picture.pixels + y * picture.stride, 4, picture.width, file)
        }
        let isClosed = fclose(file) == 0
        return isClosed && written == picture.width * picture.height
            ? "done" : String(cString: strerror(errno))
    }
}

/// Returns the processor time of this thread, in nanoseconds; other threads and processes do not
/// count.
func processorNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
