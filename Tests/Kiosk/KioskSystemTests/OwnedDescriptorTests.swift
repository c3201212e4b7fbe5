import Foundation
import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("Owned descriptor")
struct OwnedDescriptorTests {
    private let folder = TemporaryFolder()

    @Test("The descriptor is closed at the end of the value's lifetime.")
    func closes() throws {
        let path = try folder.write("", to: "file")
        var link = ""
        var file: String?
        do {
            let owned = try OwnedDescriptor(opening: path, flags: O_RDONLY)
            link = "/proc/self/fd/\(owned.number)"
            file = try FileManager.default.destinationOfSymbolicLink(atPath: link)
            let number = owned.number
            #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        }
        // Another test may have opened a descriptor with the same number.
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != file)
    }

    @Test("Opening a missing file throws an error with the path.")
    func missing() {
        do {
            let owned = try OwnedDescriptor(opening: "/nowhere/file", flags: O_RDONLY)
            Issue.record("opened as descriptor \(owned.number)")
        } catch {
            #expect(error.description == "open /nowhere/file: No such file or directory")
            #expect(error.code == .notFound)
        }
    }
}
