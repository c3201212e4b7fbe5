import Foundation
import TouchTrackerLock
import TouchTrackerTestSupport

/// The representations in which a plain-text pattern could be in memory or on a disk.
struct DotSearch {
    /// The nine dots, from 1 to 9.
    let dots: [Int]
    private let needles: [(name: String, bytes: [UInt8])]

    /// memmem(3), which the C library declares only with its extensions.
    private static let find = unsafeBitCast(
        dlsym(nil, "memmem"),
        to: (@convention(c) (UnsafeRawPointer, Int, UnsafeRawPointer, Int) -> UnsafeRawPointer?)
            .self)

    /// Creates a valid pattern of all nine dots that skips none between two others.
    init(using random: inout SeededRandom) {
        let pattern = Pattern()
        while pattern.count < Pattern.maximumDotCount { pattern.connect(1 + random.next(below: 9)) }
        self.init(dots: (0..<pattern.count).map { pattern[$0] })
    }

    init(dots: [Int]) {
        self.dots = dots
        var needles: [(String, [UInt8])] = []
        // Parts of seven dots, because other data may overwrite an end.
        for range in [0..<7, 2..<9] {
            for (origin, numbers) in [(1, Array(dots[range])), (0, dots[range].map { $0 - 1 })] {
                needles += Self.lists(numbers).map {
                    ("\($0.0) from \(origin), dots \(range)", $0.1)
                }
            }
        }
        self.needles = (needles + Self.packed(dots)).map { (name: $0.0, bytes: $0.1) }
    }

    /// The dots as typed on a keyboard.
    var digits: String { dots.map(String.init).joined() }

    /// Returns the names of the representations that occur in some bytes.
    func ways(in bytes: UnsafeRawBufferPointer) -> [String] {
        guard let start = bytes.baseAddress else { return [] }
        return needles.filter { Self.find(start, bytes.count, $0.bytes, $0.bytes.count) != nil }
            .map(\.name)
    }

    /// Returns the names of the representations that occur in an array.
    func ways(in bytes: [UInt8]) -> [String] { bytes.withUnsafeBytes { ways(in: $0) } }

    /// All representations, for tests of the search.
    var all: [(name: String, bytes: [UInt8])] { needles }

    /// Returns the representations of numbers one after the other.
    private static func lists(_ numbers: [Int]) -> [(String, [UInt8])] {
        let digits = numbers.map { UInt8(48 + $0) }
        var lists: [(String, [UInt8])] = [
            ("digits", digits), ("bytes", numbers.map { UInt8($0) }),
            // The two keys of an HMAC (RFC 2104).
            ("inner key", digits.map { $0 ^ 0x36 }), ("outer key", digits.map { $0 ^ 0x5C }),
        ]
        for separator in [",", ", ", " ", "-"] {
            let text = numbers.map(String.init).joined(separator: separator)
            lists.append(("digits with '\(separator)'", Array(text.utf8)))
        }
        for width in [2, 4, 8] {
            for (what, values) in [("numbers", numbers), ("letters", digits.map(Int.init))] {
                let low = values.map { [UInt8($0)] + [UInt8](repeating: 0, count: width - 1) }
                lists.append(("\(8 * width)-bit \(what)", low.flatMap { $0 }))
                lists.append(
                    ("\(8 * width)-bit \(what), highest byte first", low.flatMap { $0.reversed() }))
            }
        }
        return lists
    }

    /// Returns the representations of the dots as one number: four bits per dot, or decimal.
    private static func packed(_ dots: [Int]) -> [(String, [UInt8])] {
        var numbers: [(String, UInt64)] = []
        for (origin, values) in [(1, dots), (0, dots.map { $0 - 1 })] {
            numbers.append(
                ("four bits each from \(origin)", values.reduce(0) { $0 << 4 | UInt64($1) }))
            numbers.append(
                (
                    "four bits each from \(origin), first lowest",
                    values.reversed().reduce(0) { $0 << 4 | UInt64($1) }
                ))
        }
        numbers.append(("decimal number", dots.reduce(0) { $0 * 10 + UInt64($1) }))
        return numbers.flatMap { name, number in
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
            return [(name, bytes), ("\(name), highest byte first", bytes.reversed())]
        }
    }
}

/// The memory of a process that a core dump would contain: all writable or changed mappings
/// (core(5)), but no unchanged mappings of files.
struct ProcessMemory {
    let process: Int32

    /// Calls a closure with the bytes of each mapping.
    ///
    /// - Returns: The number of bytes.
    @discardableResult
    func forEachMapping(_ body: (UnsafeRawBufferPointer) -> Void) throws -> Int {
        let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
        let memory = open("/proc/\(process)/mem", O_RDONLY)
        guard memory >= 0 else { throw CocoaError(.fileReadNoPermission) }
        defer { close(memory) }
        var total = 0
        for line in maps.split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            let isOfFile = words.count > 5 && words[5].hasPrefix("/")
            guard words[1].hasPrefix("rw") || words[1].hasPrefix("r") && !isOfFile,
                ends.count == 2, let start = off_t(exactly: ends[0])
            else { continue }
            // Sanitizers use terabytes of address space for their shadow memory.
            if ends[1] - ends[0] > 1 << 30 { continue }
            let buffer = UnsafeMutableRawBufferPointer.allocate(
                byteCount: Int(ends[1] - ends[0]), alignment: 8)
            defer { buffer.deallocate() }
            var length = 0
            while length < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
                let count = pread(memory, rest.baseAddress, rest.count, start + off_t(length))
                // The kernel's own mappings cannot be read.
                if count <= 0 { break }
                length += count
            }
            total += length
            body(UnsafeRawBufferPointer(rebasing: buffer[..<Self.dropZeros(buffer, length)]))
        }
        return total
    }

    /// Omits pages of zeros, which are frequent in stacks, to search faster.
    private static func dropZeros(_ bytes: UnsafeMutableRawBufferPointer, _ length: Int) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        let zeros = [UInt8](repeating: 0, count: 4_096)
        var kept = 0
        for page in stride(from: 0, to: length, by: zeros.count) {
            let count = min(zeros.count, length - page)
            if memcmp(start + page, zeros, count) == 0 { continue }
            memmove(start + kept, start + page, count)
            kept += count
        }
        return kept
    }

    /// Returns the representations of a pattern in the memory.
    func ways(of search: DotSearch) throws -> Set<String> {
        var ways: Set<String> = []
        let total = try forEachMapping { ways.formUnion(search.ways(in: $0)) }
        // With stacks, heap and data, less means that reading failed.
        guard total > 1 << 18 else { throw CocoaError(.fileReadUnknown) }
        return ways
    }

    /// Returns whether the process waits in a system call that reads or writes a descriptor.
    func waits(toWrite isWriting: Bool, _ descriptor: Int) throws -> Bool {
        #if arch(x86_64)
        let number = isWriting ? 1 : 0
        #else
        let number = isWriting ? 64 : 63
        #endif
        let call = try String(contentsOfFile: "/proc/\(process)/syscall", encoding: .utf8)
        return call.hasPrefix("\(number) 0x\(String(descriptor, radix: 16)) ")
    }
}
