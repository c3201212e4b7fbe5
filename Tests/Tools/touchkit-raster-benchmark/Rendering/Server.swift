import Glibc
import TouchKitRaster

/// A renderer as a process of its own, so that all can be measured in turns. It reads requests, a line
/// each, and answers with a line:
///
///     works               the names of the works it can do
///     time WORK PASSES    does that many passes; the median of the passes, then the best time of each
///                         part, in nanoseconds of processor time
///     draw FILE           draws the lines by which quality is judged, and writes the pixels: "done"
///
/// `Peers/peer.h` is the same for C, `Peers/skia_peer.py` for Python.
struct Server {
    private let renderer: Renderer

    init(_ workloads: Workloads) {
        renderer = Renderer(workloads)
    }

    /// Answers until there are no more requests.
    func run() {
        while let line = readLine() {
            print(answer(line.split(separator: " ")))
            fflush(nil)
        }
    }

    private func answer(_ words: [Substring]) -> String {
        switch (words.first, words.count) {
        case ("works", 1): return Work.allCases.map(\.rawValue).joined(separator: " ")
        case ("time", 3):
            guard let work = Work(rawValue: String(words[1])),
                let passes = Int(words[2]), passes >= 0
            else { return "no such work" }
            return time(work, passes: passes)
        case ("draw", 2): return draw(String(words[1]))
        default: return "no such request"
        }
    }

    private func time(_ work: Work, passes: Int) -> String {
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

    private func draw(_ path: String) -> String {
        guard let file = fopen(path, "wb") else { return String(cString: strerror(errno)) }
        let picture = renderer.qualityPicture()
        var written = 0
        for y in 0..<picture.height {
            written += fwrite(picture.pixels + y * picture.stride, 4, picture.width, file)
        }
        let isClosed = fclose(file) == 0
        return isClosed && written == picture.width * picture.height
            ? "done" : String(cString: strerror(errno))
    }
}

/// The time this thread has had a processor, in nanoseconds: what others take meanwhile isn't in it.
func processorNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
