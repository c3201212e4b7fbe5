import LabFaults
import Testing
import TouchKitContacts

@Suite("Faults in words")
struct PanelFaultTextTests {
    private static let samples: [(text: String, fault: PanelFault)] = [
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

    @Test("Each fault is read as it is written, and written as it is read.")
    func roundTrip() throws {
        for (text, fault) in Self.samples {
            #expect(try PanelFault(parsing: text) == fault)
            #expect("\(fault)" == text)
        }
        let names = Set(PanelFault.usages.map { $0.prefix { $0.isLetter || $0 == "-" } })
        #expect(names == Set(Self.samples.map { $0.text.prefix { $0.isLetter || $0 == "-" } }))
    }

    @Test("What isn't said has its default.")
    func defaults() throws {
        #expect(try PanelFault(parsing: "dead-column=30") == .deadColumn(x: 30, width: 5))
        #expect(try PanelFault(parsing: "dead-row=30") == .deadRow(y: 30, height: 5))
        #expect(try PanelFault(parsing: "swapped-slots") == .swappedSlots(seconds: 1))
        #expect(try PanelFault(parsing: "ghost") == .ghost(seconds: 2))
        #expect(try PanelFault(parsing: "gaps=80") == .gaps(milliseconds: 80, seconds: 2))
        #expect(try PanelFault(parsing: "double-tap-bounce") == .doubleTapBounce(percent: 100))
    }

    @Test(
        "What makes no sense is refused in one line: the text, the cause, the remedy.",
        arguments: [
            (
                "dead-column=120",
                "the place can be from 0 to 100 percent; write dead-column=X[,WIDTH]"
            ),
            (
                "dead-column=30,0",
                "the width can be from 0.1 to 200 mm; write dead-column=X[,WIDTH]"
            ),
            ("dead-column", "it has no number; write dead-column=X[,WIDTH]"),
            ("dead-column=", "the place, \"\", is no number; write dead-column=X[,WIDTH]"),
            ("dead-row=1,2,3", "it has 3 numbers; write dead-row=Y[,WIDTH]"),
            ("flip-x=1", "it has one number; write flip-x"),
            ("offset=3", "it has one number; write offset=DX,DY"),
            ("jitter=nan", "the deviation, \"nan\", is no number; write jitter=MM"),
            ("jitter=1e1", "the deviation, \"1e1\", is no number; write jitter=MM"),
            ("jitter=-1", "the deviation can be from 0 to 50 mm; write jitter=MM"),
            ("lost-slot=1.5", "the slot, \"1.5\", is no whole number; write lost-slot=N"),
            ("lost-slot=1024", "the slot can be from 0 to 1023; write lost-slot=N"),
            ("stuck=3", "it has one number; write stuck[=X,Y]"),
            ("slow-rate=0", "the rate can be from 1 to 1000 Hz; write slow-rate=HZ"),
        ])
    func refusals(text: String, complaint: String) {
        #expect {
            try PanelFault(parsing: text)
        } throws: {
            "\($0)" == "fault \(text): \(complaint)"
        }
    }

    @Test(
        "A fault that doesn't exist: the line says which do.",
        arguments: ["", "flip", "Flip-X", "=3"])
    func unknown(text: String) {
        #expect {
            try PanelFault(parsing: text)
        } throws: {
            "\($0)" == "fault \(text): there is no such fault; choose one of "
                + PanelFault.usages.joined(separator: ", ")
        }
    }
}
