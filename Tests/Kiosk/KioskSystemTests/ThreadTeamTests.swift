import Foundation
import KioskSystem
import Synchronization
import Testing

@Suite("Thread team")
struct ThreadTeamTests {
    @Test("Each task runs once on each thread, and ends before run() returns", arguments: 1...5)
    func eachThreadOnce(count: Int) throws {
        let team = try ThreadTeam(count: count, name: "team")
        #expect(team.count == count)
        let numbers = Mutex<[Int]>([])
        for _ in 0..<200 {
            numbers.withLock { $0.removeAll() }
            team.run { number in numbers.withLock { $0.append(number) } }
            #expect(numbers.withLock { $0.sorted() } == Array(0..<count))
        }
    }

    @Test("The caller sees what the threads have written")
    func writtenMemory() throws {
        let team = try ThreadTeam(count: 4, name: "team")
        let memory = UnsafeMutablePointer<Int>.allocate(capacity: 4)
        defer { memory.deallocate() }
        for round in 0..<200 {
            memory.initialize(repeating: -1, count: 4)
            team.run { memory[$0] = round + $0 }
            #expect((0..<4).allSatisfy { memory[$0] == round + $0 })
        }
    }

    @Test("Between tasks the threads sleep")
    func sleepingThreads() throws {
        let name = "idle team"
        let team = try ThreadTeam(count: 3, name: name)
        team.run { _ in }
        // Each thread may still be on its way to sleep.
        var before: [String] = []
        repeat {
            before = try states(ofThreadsNamed: name)
        } while before.count != 2 || !before.allSatisfy { $0.contains("State:\tS") }
        Thread.sleep(forTimeInterval: 0.2)
        #expect(try states(ofThreadsNamed: name) == before)
    }

    /// Returns the states and the numbers of context switches of this process's threads of a name.
    private func states(ofThreadsNamed name: String) throws -> [String] {
        let tasks = "/proc/self/task"
        let threads = try FileManager.default.contentsOfDirectory(atPath: tasks)
        return threads.sorted().compactMap { thread in
            // Threads of other tests may have ended.
            let path = "\(tasks)/\(thread)/status"
            guard let status = try? String(contentsOfFile: path, encoding: .utf8) else {
                return nil
            }
            let lines = status.split(separator: "\n")
            guard lines.first == "Name:\t\(name)" else { return nil }
            return lines.filter { $0.hasPrefix("State") || $0.contains("ctxt_switches") }
                .joined(separator: "\n")
        }
    }
}
