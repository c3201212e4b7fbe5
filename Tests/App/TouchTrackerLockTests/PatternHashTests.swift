import Testing
import TouchTrackerLock

@Suite("PatternHash")
struct PatternHashTests {
    @Test("A hash matches its pattern and no other one.")
    func matching() throws {
        let hash = try PatternHash(of: Pattern("14789"))
        #expect(try hash.matches(Pattern("14789")))
        for other in ["98741", "1478", "147896", ""] {
            #expect(try !hash.matches(Pattern(other)))
        }
    }

    @Test("A pattern does not match a hash that differs in one character.")
    func oneCharacter() throws {
        let pattern = Pattern("14789")
        let bytes = try PatternHash(of: pattern).bytes
        for index in [bytes.count - 43, bytes.count - 20, bytes.count - 1] {
            var changed = bytes
            changed[index] =
                changed[index] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
            #expect(try #require(PatternHash(changed)).matches(pattern) == false)
        }
    }

    @Test("Two hashes of one pattern differ by their salt; a hash survives storing and reading.")
    func salt() throws {
        let hash = try PatternHash(of: Pattern("14789"))
        #expect(try PatternHash(of: Pattern("14789")) != hash)
        #expect(hash.bytes.starts(with: "$y$jAT$".utf8))
        #expect(PatternHash(hash.bytes) == hash)
    }

    @Test("A text of another length, with other characters or with a higher cost is refused.")
    func malformed() throws {
        let bytes = try PatternHash(of: Pattern("14789")).bytes
        for length in 0..<bytes.count { #expect(PatternHash(bytes[..<length]) == nil) }
        #expect(PatternHash(bytes + [65]) == nil)
        for index in bytes.indices {
            for byte: UInt8 in [0, 10, 32, 42, 58, 255] {
                var damaged = bytes
                damaged[index] = byte
                #expect(PatternHash(damaged) == nil)
            }
        }
        var expensive = bytes
        expensive[4] = UInt8(ascii: "F")
        #expect(PatternHash(expensive) == nil)
    }
}
