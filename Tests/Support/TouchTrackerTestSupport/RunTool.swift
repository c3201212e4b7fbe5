import Foundation

/// Runs a program, and returns its standard output without the last newline.
///
/// The program is found in PATH or by its path. Foundation's `Process` cannot be used, because it
/// also waits for descendants, and `virtual-board start` leaves a board running. Calls
/// posix_spawnp(3).
///
/// - Throws: An error with the program's standard error if the exit status is not 0.
@discardableResult
package func runTool(_ command: [String]) throws(VirtualBoardError) -> String {
    // With files, unlike pipes, the program never blocks on unread output.
    let base = NSTemporaryDirectory() + "/tool-\(UUID().uuidString)"
    let (outputPath, errorPath) = (base + ".out", base + ".err")
    defer {
        unlink(outputPath)
        unlink(errorPath)
    }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let write = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, outputPath, write, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errorPath, write, 0o600)

    // A child inherits the signal mask, and Swift's threads block SIGTERM.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var environment: [UnsafeMutablePointer<CChar>?] =
        ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { environment.forEach { free($0) } }
    var pid: pid_t = 0
    let failure = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &environment)
    guard failure == 0 else {
        throw VirtualBoardError("\(command[0]): \(String(cString: strerror(failure)))")
    }

    var status: Int32 = 0
    while waitpid(pid, &status, 0) == -1, errno == EINTR {}
    guard status == 0 else {
        let message = (try? String(contentsOfFile: errorPath, encoding: .utf8)) ?? ""
        let ending =
            status & 0x7F == 0 ? "exit status \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
        throw VirtualBoardError("\(command[0]) ended with \(ending): \(message)")
    }
    let text = (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? ""
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
}
