import KioskSystem
import Testing

@Suite("Mapped memory")
struct MappedMemoryTests {
    @Test("Anonymous memory has the requested length, is zero and writable.")
    func anonymous() throws {
        let memory = try MappedMemory(anonymous: 10_000)
        #expect(memory.length == 10_000)
        #expect(memory.base.load(fromByteOffset: 9_992, as: UInt64.self) == 0)
        memory.base.storeBytes(of: 7, toByteOffset: 9_999, as: UInt8.self)
        #expect(memory.base.load(fromByteOffset: 9_999, as: UInt8.self) == 7)
    }

    @Test("A failed mapping throws an error with the cause.")
    func failure() {
        do {
            let memory = try MappedMemory(anonymous: 0)
            Issue.record("mapped \(memory.length) bytes")
        } catch {
            #expect(error == LinuxError(operation: "mmap", code: .invalid))
        }
    }
}
