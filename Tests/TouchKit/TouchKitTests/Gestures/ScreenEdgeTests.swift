import Testing
import TouchKit
import TouchKitTesting

/// Drags from the edges of the screen.
@Suite("Screen-edge pan", .serialized)
@MainActor
struct ScreenEdgeTests: StageSuite {
    let stage = Stage()

    private func edgePan(_ edges: UIRectEdge) -> UIScreenEdgePanGestureRecognizer {
        let pan = UIScreenEdgePanGestureRecognizer()
        pan.edges = edges
        return stage.add("E", pan, to: stage.window)
    }

    @Test(
        "R-7.27: The finger has to come down within 20 points of a requested edge.",
        arguments: [
            (.left, "(19.9,200)", "(50,200)", true), (.left, "(20,200)", "(50,200)", false),
            (.right, "(380,200)", "(350,200)", true), (.right, "(379.9,200)", "(350,200)", false),
            (.top, "(200,19.9)", "(200,50)", true), (.top, "(200,20)", "(200,50)", false),
            (.bottom, "(200,380)", "(200,350)", true), (.bottom, "(200,379.9)", "(200,350)", false),
            (.left, "(390,200)", "(350,200)", false), (.all, "(390,200)", "(350,200)", true),
            ([.left, .top], "(200,5)", "(200,50)", true), ([], "(5,200)", "(50,200)", false),
        ] as [(UIRectEdge, String, String, Bool)])
    func band(edges: UIRectEdge, contact: String, end: String, begins: Bool) {
        _ = edgePan(edges)
        #expect(
            actions("1↓\(contact)@0 1→\(end)@.1 1↑@.2")
                == (begins ? ["E!began@0.1", "E!ended@0.2"] : []))
    }

    @Test(
        "R-7.27: The finger has to move away from the edge, not towards it or along it.",
        arguments: [
            ("1→(+9,30)", false), ("1→(+0,-30)", false), ("1→(3,200)", false), ("1→(+30,20)", true),
        ])
    func direction(move: String, begins: Bool) {
        _ = edgePan(.left)
        #expect(actions("1↓(15,200)@0 \(move)@.1 1→(+90)@.2 1↑@.3").isEmpty != begins)
    }

    @Test("R-7.27: Fingers after the first are ignored, and remain with their view.")
    func otherFingers() {
        let edge = edgePan(.left)
        let view = stage.add("F", 0, 0, 400, 400)
        view.isMultipleTouchEnabled = true
        stage.play("1↓(5,100)@0 2↓(200,200)@.1 2→(+50)@.2 1→(+20)@.3 2→(+60)@.4 1↑@.5 2↑@.6")
        trace.expectLines(
            "F.began{1}@0", "F.began{2}@0.1", "F.moved{2}@0.2", "E!began@0.3", "F.cancelled{1}@0.3",
            "F.moved{2}@0.4", "E!ended@0.5", "F.ended{2}@0.6")
        #expect(edge.numberOfTouches == 0)
    }

    @Test("R-7.27: Translation and velocity are those of any pan.")
    func measures() {
        let edge = edgePan(.right)
        stage.begin("1↓(395,100)@0 1→(+-20)@.1 1→(+-50)@.2")
        #expect(edge.translation(in: nil) == CGPoint(-40, 0))
        let velocity = edge.velocity(in: nil)
        #expect(abs(velocity.x + 300) < 1e-6 && velocity.y == 0)
        #expect(edge.state == .changed)
    }
}
