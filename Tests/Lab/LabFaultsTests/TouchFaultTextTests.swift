import LabFaults
import Testing
import TouchKitContacts

@Suite("Text form of faults")
struct TouchFaultTextTests {
    private static let samples: [(text: String, fault: TouchFault)] = [
        ("dead-column=30,2.5", .deadColumn(x: 30, width: 2.5)),
        ("dead-row=0,5", .deadRow(y: 0, height: 5)),
        ("swap-axes", .swapAxes), ("flip-x", .flipX), ("flip-y", .flipY),
        ("offset=-3,1.5", .offset(dx: -3, dy: 1.5)), ("scale=1.1,0.9", .scale(x: 1.1, y: 0.9)),
        ("jitter=0.8", .jitter(millimeters: 0.8)), ("lost-slot=2", .lostSlot(2)),
        ("swapped-slots=1.5", .swappedSlots(seconds: 1.5)), ("ghost=0.5", .ghost(seconds: 0.5)),
        ("merge-distance=15", .mergeDistance(millimeters: 15)),
        ("slow-rate=30", .slowRate(hertz: 30)), ("gaps=80,1", .gaps(milliseconds: 80, seconds: 1)),
        ("stuck=50,50", .stuck(x: 50, y: 50)), ("stuck", .stuckAnywhere),
        ("double-tap-bounce=50", .doubleTapBounce(percent: 50)), ("bend=3", .bend(millimeters: 3)),
    ]

    @Test("Parsing and printing a fault are inverse")
    func roundTrip() throws {
        for (text, fault) in Self.samples {
            #expect(try TouchFault(parsing: text) == fault)
            #expect("\(fault)" == text)
        }
        let names = Set(TouchFault.usages.map { $0.prefix { $0.isLetter || $0 == "-" } })
        #expect(names == Set(Self.samples.map { $0.text.prefix { $0.isLetter || $0 == "-" } }))
    }

    @Test("Omitted parameters have their defaults")
    func defaults() throws {
        #expect(try TouchFault(parsing: "dead-column=30") == .deadColumn(x: 30, width: 5))
        #expect(try TouchFault(parsing: "dead-row=30") == .deadRow(y: 30, height: 5))
        #expect(try TouchFault(parsing: "swapped-slots") == .swappedSlots(seconds: 1))
        #expect(try TouchFault(parsing: "ghost") == .ghost(seconds: 2))
        #expect(try TouchFault(parsing: "gaps=80") == .gaps(milliseconds: 80, seconds: 2))
        #expect(try TouchFault(parsing: "double-tap-bounce") == .doubleTapBounce(percent: 100))
    }

    @Test(
        "Invalid text is rejected with one line that names text, cause and remedy",
        arguments: [
            (
                "dead-column=120",
                "the position must be from 0 to 100 percent; write dead-column=X[,WIDTH]"
            ),
            (
                "dead-column=30,0",
                "the width must be from 0.1 to 200 mm; write dead-column=X[,WIDTH]"
            ),
            ("dead-column", "no number given; write dead-column=X[,WIDTH]"),
            ("dead-column=", "the position, \"\", is not a number; write dead-column=X[,WIDTH]"),
            ("dead-row=1,2,3", "3 numbers given; write dead-row=Y[,WIDTH]"),
            ("flip-x=1", "one number given; write flip-x"),
            ("offset=3", "one number given; write offset=DX,DY"),
            ("jitter=nan", "the deviation, \"nan\", is not a number; write jitter=MM"),
            ("jitter=1e1", "the deviation, \"1e1\", is not a number; write jitter=MM"),
            ("jitter=-1", "the deviation must be from 0 to 50 mm; write jitter=MM"),
            ("lost-slot=1.5", "the slot, \"1.5\", is not a whole number; write lost-slot=N"),
            ("lost-slot=1024", "the slot must be from 0 to 1023; write lost-slot=N"),
            ("stuck=3", "one number given; write stuck[=X,Y]"),
            ("slow-rate=0", "the rate must be from 1 to 1000 Hz; write slow-rate=HZ"),
        ])
    func rejectsInvalidText(text: String, message: String) {
        #expect {
            try TouchFault(parsing: text)
        } throws: {
            "\($0)" == "fault \(text): \(message)"
        }
    }

    @Test(
        "The error for an unknown fault lists all faults",
        arguments: ["", "flip", "Flip-X", "=3"])
    func unknown(text: String) {
        #expect {
            try TouchFault(parsing: text)
        } throws: {
            "\($0)" == "fault \(text): unknown fault; choose one of "
                + TouchFault.usages.joined(separator: ", ")
        }
    }
}
