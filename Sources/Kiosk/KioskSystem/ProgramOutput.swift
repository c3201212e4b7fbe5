import Glibc

/// A namespace for running another program and reading its standard output.
package enum ProgramOutput {
    /// Runs a program without a shell, waits for its end, and returns its standard output. Its
    /// standard error is discarded.
    ///
    /// The corresponding C functions are `posix_spawn(3)` and `waitpid(2)`.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the program.
    ///   - arguments: The arguments after the program's name.
    ///   - maximumSize: The number of bytes after which the output is cut.
    /// - Returns: The output, or `nil` if the program cannot be run or fails.
    package static func read(
        _ path: String, _ arguments: [String], maximumSize: Int = 1_048_576
    ) -> String? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reader = OwnedDescriptor(owning: ends[0])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, path, &actions, nil, words, environ)
        // The reader receives the end of the file only after all writers are closed.
        close(ends[1])
        guard result == 0 else { return nil }
        let bytes = readToEnd(reader.number, maximumSize: maximumSize)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if Errno.last != .interrupted { return nil }
        }
        return status == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Reads until the end of the file. Bytes after `maximumSize` are read and discarded, so that
    /// the program does not wait.
    private static func readToEnd(_ descriptor: Int32, maximumSize: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, Errno.last == .interrupted { continue }
            if count <= 0 { return bytes }
            bytes += buffer.prefix(min(count, maximumSize - bytes.count))
        }
    }
}
