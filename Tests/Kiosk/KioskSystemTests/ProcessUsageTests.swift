import KioskSystem
import Testing

@Suite("What the process has used", .serialized)
struct ProcessUsageTests {
    @Test("Processor time grows while something is computed.")
    func processor() {
        let before = ProcessUsage.processMicroseconds()
        var sum = 0
        for number in 0..<1_000_000 { sum ^= number &* number }
        #expect(sum != 1)
        #expect(ProcessUsage.processMicroseconds() > before)
    }

    @Test("The peak of resident memory is told, and knows of memory that was given back.")
    func peak() throws {
        let before = try #require(ProcessUsage.peakResidentKilobytes())
        let count = 64 * 1_024 * 1_024
        do {
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4_096)
            for place in stride(from: 0, to: count, by: 4_096) { memory[place] = 1 }
            memory.deallocate()
        }
        #expect(try #require(ProcessUsage.peakResidentKilobytes()) >= before)
        #expect(try #require(ProcessUsage.peakResidentKilobytes()) >= count / 1_024)
    }

    @Test("A figure is found by its name.")
    func figure() {
        let text = "VmPeak:\t  200 kB\nVmHWM:\t   1234 kB\nVmRSS:\t 7 kB\n"
        #expect(ProcessUsage.kilobytes("VmHWM:", in: text) == 1_234)
        #expect(ProcessUsage.kilobytes("VmSwap:", in: text) == nil)
        #expect(ProcessUsage.kilobytes("VmHWM:", in: "VmHWM:\n") == nil)
    }

    @Test("Only mappings of files below the folder count, and only their own figures.")
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
        for line in lines.split(separator: "\n") { sum.take(String(line) + "\n") }
        #expect(sum.size == 1_032)
        #expect(sum.resident == 512)
    }

    @Test("The kernel's own list can be read; nothing of a folder that isn't there is mapped.")
    func ownMappings() throws {
        let none = try #require(ProcessUsage.mappings(below: "/nowhere"))
        #expect(none.size == 0 && none.resident == 0)
        let libraries = try #require(ProcessUsage.mappings(below: "/"))
        #expect(libraries.size > libraries.resident && libraries.resident > 0)
    }
}
