import Input
import Linux
import Testing

@Suite("Touch reader")
struct TouchReaderTests {
    @Test("A machine without touch devices is no error: they may come later.")
    func withoutDevices() throws {
        let reader = try TouchReader(log: Log())
        try reader.dispatch { _ in }
        #expect(reader.descriptor >= 0)
    }
}
