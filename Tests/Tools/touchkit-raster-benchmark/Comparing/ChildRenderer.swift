import Glibc

/// A renderer in a process of its own, which answers requests (`Server`); it ends with its input.
final class ChildRenderer {
    /// Whose code is measured, and for which processor it was compiled ("system" for a library's own).
    let name: String
    let target: String
    /// What it can do.
    let works: Set<Work>
    private let counts: String?
    private let process: pid_t
    private let requests: UnsafeMutablePointer<FILE>
    private let answers: UnsafeMutablePointer<FILE>

    /// Starts the program.
    init(_ entry: RendererEntry) throws(BenchError) {
        let toChild = try Self.makePipe(entry.name)
        let fromChild = try Self.makePipe(entry.name)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        var arguments = entry.command.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var process = pid_t()
        let error = posix_spawnp(&process, entry.command[0], &actions, nil, arguments, environ)
        close(toChild[0])
        close(fromChild[1])
        guard error == 0, let requests = fdopen(toChild[1], "w"),
            let answers = fdopen(fromChild[0], "r")
        else {
            throw BenchError.renderer(
                entry.name, "can't be started: \(String(cString: strerror(error)))")
        }
        name = entry.name
        target = entry.target
        counts = entry.counts
        self.process = process
        self.requests = requests
        self.answers = answers
        let answer = try Self.ask("works", name: name, requests, answers)
        works = Set(answer.split(separator: " ").compactMap { Work(rawValue: String($0)) })
    }

    /// A pipe that no renderer inherits by itself: one that did would keep another's input open.
    private static func makePipe(_ name: String) throws(BenchError) -> [Int32] {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0, fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0,
            fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0
        else { throw BenchError.renderer(name, "no pipe: \(String(cString: strerror(errno)))") }
        return ends
    }

    deinit {
        fclose(requests)
        fclose(answers)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// Sends a request and waits for the answer.
    func ask(_ request: String) throws(BenchError) -> String {
        try Self.ask(request, name: name, requests, answers)
    }

    /// Does passes of a work: the median of them, and the best time of each part, in nanoseconds.
    func time(_ work: Work, passes: Int) throws(BenchError) -> (median: Double, parts: [Double]) {
        let answer = try ask("time \(work.rawValue) \(passes)")
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == work.parts + 1 else {
            throw BenchError.renderer(name, "\(work.rawValue): \(answer)")
        }
        return (numbers[0], Array(numbers[1...]))
    }

    /// The instructions of one pass of a work, once warm.
    ///
    /// The counter writes a line for each answer: the instructions since the answer before. What asking
    /// costs is taken off.
    func instructions(_ work: Work, passes: Int) throws(BenchError) -> Double {
        guard let counts else { throw BenchError.renderer(name, "has no instruction counter") }
        _ = try time(work, passes: 1)
        _ = try time(work, passes: 0)
        let asking = try Self.lastCount(counts)
        _ = try time(work, passes: passes)
        return (try Self.lastCount(counts) - asking) / Double(passes)
    }

    private static func lastCount(_ path: String) throws(BenchError) -> Double {
        guard let file = fopen(path, "r") else { throw BenchError.file(path, errno) }
        defer { fclose(file) }
        var last: Double?
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let text = line {
            last = Double(String(cString: text).dropLast())
        }
        guard let last else { throw BenchError.file(path, EIO) }
        return last
    }

    private static func ask(
        _ request: String, name: String, _ requests: UnsafeMutablePointer<FILE>,
        _ answers: UnsafeMutablePointer<FILE>
    ) throws(BenchError) -> String {
        fputs(request + "\n", requests)
        fflush(requests)
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        guard getline(&line, &capacity, answers) > 0, let line else {
            throw BenchError.renderer(name, "ended at \"\(request)\"")
        }
        return String(String(cString: line).dropLast())
    }
}

/// A renderer to be measured: a line of the comparison's input, its fields with tabs between them.
struct RendererEntry {
    let name: String
    let target: String
    /// The file into which an instruction counter writes, where there is one.
    let counts: String?
    /// The program and its arguments.
    let command: [String]

    /// `name target counts program argument…`, where counts may be "-".
    init(_ fields: [String]) throws(BenchError) {
        guard fields.count >= 4 else {
            throw BenchError.usage("a renderer is name, target, counts and program: \(fields)")
        }
        name = fields[0]
        target = fields[1]
        counts = fields[2] == "-" ? nil : fields[2]
        command = Array(fields[3...])
    }
}
