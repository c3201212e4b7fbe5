import Testing
import TouchKit
import TouchTrackerApp

@Suite("Paper")
@MainActor
struct PaperTests {
    @Test("A paper is named or given by its components.")
    func names() throws {
        #expect(Paper("white") == .white)
        #expect(Paper("gray") == .gray)
        #expect(Paper("grey") == .gray)
        #expect(Paper("black") == .black)
        #expect(Paper("ffffff") == .white)
        #expect(Paper("#AAaaAA") == .gray)
        #expect(
            try #require(Paper("#336699")).uiColor
                == UIColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1))
        for text in ["", "White", "#12345", "1234567", "#12345g", "none"] {
            #expect(Paper(text) == nil, "\(text)")
        }
    }

    @Test("The default ink is black on light paper and white on dark paper.")
    func defaultInk() throws {
        for paper in [Paper.white, .gray, Paper("ffe600"), Paper("ff8000")] {
            #expect(paper?.defaultInk == .black)
        }
        for paper in [Paper.black, Paper("202060"), Paper("006b33"), Paper("801999")] {
            #expect(paper?.defaultInk == .white)
        }
    }

    @Test("On gray paper, every ink has its own color.")
    func grayPaper() {
        for ink in InkColor.allCases { #expect(Paper.gray.color(of: ink) == ink.uiColor) }
    }

    @Test(
        "Every ink is visible on every paper, and no two inks look the same.",
        arguments: [
            "white", "gray", "black", "fff8e0", "e0e0e0", "1a4dd9", "c21729", "808080", "ff8000",
        ])
    func visibleInks(_ name: String) throws {
        let paper = try #require(Paper(name))
        let colors = InkColor.allCases.map { paper.color(of: $0) }
        for color in colors { #expect(distance(color, paper.uiColor) > 0.15) }
        for (index, color) in colors.enumerated() {
            for other in colors[..<index] { #expect(distance(color, other) > 0.15) }
        }
    }

    /// Returns the distance of two colors in RGB space, with components from 0 to 1.
    private func distance(_ first: UIColor, _ second: UIColor) -> CGFloat {
        func components(_ color: UIColor) -> [CGFloat] {
            var (r, g, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
            color.getRed(&r, green: &g, blue: &b, alpha: &a)
            return [r, g, b]
        }
        return zip(components(first), components(second))
            .reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
}
