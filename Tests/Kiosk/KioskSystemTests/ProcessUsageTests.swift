import KioskSystem
import Testing

@Suite("Process usage", .serialized)
struct ProcessUsageTests {
    @Test("CPU time increases during a computation.")
    func cpuTime() {
        let before = ProcessUsage.cpuMicroseconds()
        var sum = 0
        for number in 0..<1_000_000 { sum ^= number &* number }
        #expect(sum != 1)
        #expect(ProcessUsage.cpuMicroseconds() > before)
    }

    @Test("The peak resident memory includes memory that has been released.")
    func peak() throws {
        let count = 64 * 1_024 * 1_024
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4_096)
        for offset in stride(from: 0, to: count, by: 4_096) { memory[offset] = 1 }
        let status = try #require(SystemFiles.machine.text("/proc/self/status"))
        memory.deallocate()
        let resident = try #require(ProcessUsage.kilobytes(ofField: "VmRSS:", in: status))
        // The kernel's counters are approximate. Half of the memory is more than their error.
        #expect(
            try #require(ProcessUsage.peakResidentKilobytes()) >= resident - count / 1_024 / 2)
        #expect(resident >= count / 1_024)
    }

    @Test("A value is found by the name of its field.")
    func fields() {
        let text = "VmPeak:\t  200 kB\nVmHWM:\t   1234 kB\nVmRSS:\t 7 kB\n"
        #expect(ProcessUsage.kilobytes(ofField: "VmHWM:", in: text) == 1_234)
        #expect(ProcessUsage.kilobytes(ofField: "VmSwap:", in: text) == nil)
        #expect(ProcessUsage.kilobytes(ofField: "VmHWM:", in: "VmHWM:\n") == nil)
    }

    @Test("Only mappings of files below the folder are counted.")
    func mappings() {
        var sum = MappingSum(folder: "/dev/dri")
        let lines = """
            7f0000000000-7f0000100000 rw-s 00000000 00:05 123    /dev/dri/card0
            Size:               1024 kB
            Rss:                 512 kB
            Pss:                 512 kB
            VmFlags: rd wr sh
            7f0000200000-7f0000300000 rw-s 00000000 00:05 124    /dev/dri2/card0
            Size:               2048 kB
            Rss:                2048 kB
            7f0000400000-7f0000500000 rw-p 00000000 00:00 0
            Size:               4096 kB
            Rss:                4096 kB
            7f0000600000-7f0000700000 rw-s 00000000 00:05 123    /dev/dri/card1
            Size:                  8 kB
            Rss:                   0 kB
            """
        for line in lines.split(separator: "\n") { sum.addLine(String(line) + "\n") }
        #expect(sum.sizeKilobytes == 1_032)
        #expect(sum.residentKilobytes == 512)
    }

    @Test("The mappings of this process are readable; a missing folder has no mappings.")
    func ownMappings() throws {
        let none = try #require(ProcessUsage.mappedFileKilobytes(below: "/nowhere"))
        #expect(none.size == 0 && none.resident == 0)
        let libraries = try #require(ProcessUsage.mappedFileKilobytes(below: "/"))
        #expect(libraries.size > libraries.resident && libraries.resident > 0)
    }
}
