import Glibc

/// A renderer in a child process that responds to requests (see `Server`) and exits when its input
/// ends.
final class ChildRenderer {
    /// The name of the renderer.
    let name: String
    /// The processor level for which the renderer was compiled; "system" for a library of the
    /// distribution.
    let target: String
    /// The benchmark cases that the renderer supports.
    let works: Set<BenchmarkCase>
    /// The file to which the instruction counter writes, or `nil` without a counter.
    private let counts: String?
    /// The process ID of the child.
    private let process: pid_t
    /// The standard input of the child.
    private let requests: UnsafeMutablePointer<FILE>
    /// The standard output of the child.
    private let answers: UnsafeMutablePointer<FILE>

    /// Starts the program and requests the list of its benchmark cases.
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
                entry.name, "cannot start: \(String(cString: strerror(error)))")
        }
        name = entry.name
        target = entry.target
        counts = entry.counts
        self.process = process
        self.requests = requests
        self.answers = answers
        let answer = try Self.send("works", name: name, requests, answers)
        works = Set(answer.split(separator: " ").compactMap { BenchmarkCase(rawValue: String($0)) })
    }

    /// Returns a pipe with both ends closed on exec: a second child that inherited an end would
    /// keep the first child's input open.
    private static func makePipe(_ name: String) throws(BenchError) -> [Int32] {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0, fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0,
            fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0
        else {
            throw BenchError.renderer(
                name, "cannot create a pipe: \(String(cString: strerror(errno)))")
        }
        return ends
    }

    deinit {
        fclose(requests)
        fclose(answers)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// Sends a request and returns the response.
    func send(_ request: String) throws(BenchError) -> String {
        try Self.send(request, name: name, requests, answers)
    }

    /// Runs passes of a benchmark case.
    ///
    /// - Returns: The median time of a pass and the best time of each part, in nanoseconds.
    func time(_ work: BenchmarkCase, passes: Int) throws(BenchError) -> (
        median: Double, parts: [Double]
    ) {
        let answer = try send("time \(work.rawValue) \(passes)")
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == work.parts + 1 else {
            throw BenchError.renderer(name, "\(work.rawValue): \(answer)")
        }
        return (numbers[0], Array(numbers[1...]))
    }

    /// Returns the number of instructions of one pass after a warm-up pass.
    ///
    /// The counter writes a line per response: the instructions since the response before. The cost
    /// of a request is subtracted.
    func instructions(_ work: BenchmarkCase, passes: Int) throws(BenchError) -> Double {
        guard let counts else { throw BenchError.renderer(name, "no instruction counter") }
        _ = try time(work, passes: 1)
        _ = try time(work, passes: 0)
        let requestCost = try Self.lastCount(counts)
        _ = try time(work, passes: passes)
        return (try Self.lastCount(counts) - requestCost) / Double(passes)
    }

    /// Returns the number in the last line of the instruction counter's file.
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

    /// Sends a request and returns the response.
    private static func send(
        _ request: String, name: String, _ requests: UnsafeMutablePointer<FILE>,
        _ answers: UnsafeMutablePointer<FILE>
    ) throws(BenchError) -> String {
        fputs(request + "\n", requests)
        fflush(requests)
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        guard getline(&line, &capacity, answers) > 0, let line else {
            throw BenchError.renderer(name, "exited during request \"\(request)\"")
        }
        return String(String(cString: line).dropLast())
    }
}

/// A renderer to measure, as a line of the comparison's input with tab-separated fields.
struct RendererEntry {
    /// The name of the renderer.
    let name: String
    /// The processor level for which the renderer was compiled.
    let target: String
    /// The file to which the instruction counter writes, or `nil` without a counter.
    let counts: String?
    /// The program and its arguments.
    let command: [String]

    /// Parses `name target counts program argument…`; counts may be "-".
    init(_ fields: [String]) throws(BenchError) {
        guard fields.count >= 4 else {
            throw BenchError.usage(
                "invalid renderer line; expected name, target, counts and program: \(fields)")
        }
        name = fields[0]
        target = fields[1]
        counts = fields[2] == "-" ? nil : fields[2]
        command = Array(fields[3...])
    }
}
