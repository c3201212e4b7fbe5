import Testing
import TouchTrackerLock

@Suite("The hash of a pattern")
struct PatternHashTests {
    @Test("It is the hash of its pattern, and of no other.")
    func matching() throws {
        let hash = try PatternHash(of: Pattern("14789"))
        #expect(try hash.isOf(Pattern("14789")))
        for other in ["98741", "1478", "147896", ""] {
            #expect(try !hash.isOf(Pattern(other)))
        }
    }

    @Test("The same pattern never has the same hash twice, and a hash read again is the same.")
    func salt() throws {
        let hash = try PatternHash(of: Pattern("14789"))
        #expect(try PatternHash(of: Pattern("14789")) != hash)
        #expect(hash.bytes.starts(with: "$y$jAT$".utf8))
        #expect(PatternHash(hash.bytes) == hash)
    }

    @Test("A hash that was cut, lengthened, made dearer, or has other letters in it, is none.")
    func malformed() throws {
        let bytes = try PatternHash(of: Pattern("14789")).bytes
        for length in 0..<bytes.count { #expect(PatternHash(bytes[..<length]) == nil) }
        #expect(PatternHash(bytes + [65]) == nil)
        for place in bytes.indices {
            for byte: UInt8 in [0, 10, 32, 42, 58, 255] {
                var damaged = bytes
                damaged[place] = byte
                #expect(PatternHash(damaged) == nil)
            }
        }
        var dear = bytes
        dear[4] = UInt8(ascii: "F")
        #expect(PatternHash(dear) == nil)
    }
}
