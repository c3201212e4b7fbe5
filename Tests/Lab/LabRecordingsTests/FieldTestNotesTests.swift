import LabRecordings
import Testing
import TouchKitGeometry

@Suite("What a field test notes in its recording")
struct FieldTestNotesTests {
    private static let notes = Recording.FieldTestNotes(
        width: 800, height: 480, scale: 1.5, rotation: .clockwise270,
        millimeters: CGSize(width: 154.08, height: 85.92), board: "A \"board\": #1",
        duration: 184_000_000, scanout: [15_000, 16_683])

    private func recording(_ notes: Recording.FieldTestNotes?) -> Recording {
        var recording = Samples.ours()
        recording.fieldTest = notes
        return recording
    }

    private func text(_ notes: Recording.FieldTestNotes) -> String {
        String(decoding: Samples.text(recording(notes)), as: UTF8.self)
    }

    @Test("What is written is read again, all of it or nothing.")
    func roundTrip() throws {
        for notes in [Self.notes, Recording.FieldTestNotes(), nil] {
            let recording = recording(notes)
            #expect(try Recording(bytes: Samples.text(recording), name: "ours") == recording)
        }
    }

    @Test("The notes stand at the end, a line for each.")
    func layout() {
        #expect(
            text(Self.notes).hasSuffix(
                """
                field-test:
                  mode: [800, 480]
                  scale: 1.5
                  rotation: 270
                  millimeters: [154.08, 85.92]
                  board: "A \\"board\\": #1"
                  duration: 184000000
                  scanout: [15000, 16683]
                ...

                """))
    }

    @Test("Of very many times to the screen, evenly chosen ones are written.")
    func manyTimes() throws {
        let notes = Recording.FieldTestNotes(scanout: Array(0..<5_000))
        let read = try Recording(bytes: Samples.text(recording(notes)), name: "ours")
        let times = try #require(read.fieldTest?.scanout)
        #expect(times.count == 2_000 && times.first == 0 && times.last == 4_997)
        #expect(zip(times, times.dropFirst()).allSatisfy { (2...3).contains($1 - $0) })
    }

    @Test("A file that was cut off anywhere in them is noticed, and read up to a line.")
    func cuts() throws {
        let whole = Samples.text(recording(Self.notes))
        let text = String(decoding: whole, as: UTF8.self)
        let notes = try #require(text.range(of: "field-test:"))
        let start = text.utf8.distance(from: text.startIndex, to: notes.lowerBound)
        for count in start..<whole.count - 4 {
            let cut = Array(whole[..<count])
            #expect(throws: RecordingError.self) { try Recording(bytes: cut, name: "cut") }
            let rest = try Recording(bytes: cut, name: "cut", allowsIncomplete: true)
            #expect(rest.isIncomplete && rest.devices == recording(nil).devices)
        }
    }

    @Test("Keys of later versions are passed over, and what isn't said is nil.")
    func tolerance() throws {
        let later = text(Self.notes).replacing("  scale: 1.5\n", with: "  colour: blue\n  scale:\n")
        var notes = Self.notes
        notes.scale = nil
        #expect(try Recording(bytes: Array(later.utf8), name: "ours").fieldTest == notes)
    }

    @Test(
        "What makes no sense is refused in one line that names it.",
        arguments: [
            ("[800, 480]", "[800]", "1 numbers stand here; write width, height"),
            ("[800, 480]", "[0, 480]", "0 is out of range"),
            (
                "scale: 1.5", "scale: 80",
                "no number that makes sense stands here; write one from 0.25 to 8.0"
            ),
            ("rotation: 270", "rotation: 45", "no screen is turned like this"),
            ("154.08", "nan", "no number that makes sense stands here"),
            ("15000", "-1", "-1 is out of range"),
            ("184000000", "long", "“long” stands here; write a whole number"),
        ])
    func nonsense(good: String, bad: String, expected: String) throws {
        let text = text(Self.notes).replacing(good, with: bad)
        let complaint = try #require(Samples.complaint(text))
        #expect(complaint.contains(expected), "\(complaint)")
    }
}
