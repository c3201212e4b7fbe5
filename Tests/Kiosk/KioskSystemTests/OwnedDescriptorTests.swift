import Glibc
import KioskSystem
import Testing

@Suite("Owned descriptor")
struct OwnedDescriptorTests {
    @Test("The descriptor is closed at the end of the value's lifetime.")
    func closes() throws {
        var number: Int32 = -1
        do {
            let owned = try OwnedDescriptor(opening: "/dev/null", flags: O_RDONLY)
            number = owned.number
            #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        }
        #expect(fcntl(number, F_GETFD) == -1)
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
