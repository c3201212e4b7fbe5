import Testing
import TouchKit
import TouchKitTesting

@Suite("Spring animations of layers")
@MainActor
struct SpringAnimationTests {
    /// Returns the layer of a simulator, and a spring for its x-coordinate from 0 to 100.
    private func springLayer() -> (TouchSimulator, CALayer, CASpringAnimation) {
        let simulator = TouchSimulator(screenSize: CGSize(width: 300, height: 50))
        let layer = CALayer()
        simulator.window.layer.addSublayer(layer)
        let spring = CASpringAnimation(keyPath: "position.x")
        spring.fromValue = 0
        spring.toValue = 100
        return (simulator, layer, spring)
    }

    @Test("A spring overshoots, and settles at its end value after the settling duration")
    func spring() throws {
        let (simulator, layer, spring) = springLayer()
        spring.damping = 5
        spring.duration = spring.settlingDuration
        // exp(-5 / 2 · t) = 1 / 1000
        #expect(abs(spring.settlingDuration - 2.763) < 0.001)
        layer.add(spring, forKey: "spring")
        var positions: [Double] = []
        for _ in 0..<276 {
            simulator.advance(by: 0.01)
            positions.append(try #require(layer.presentation()).position.x)
        }
        // The first overshoot of a spring with a damping ratio of 1/4 is exp(-π / √15) of the way.
        #expect(abs((positions.max() ?? 0) - 144.4) < 0.2)
        #expect(abs((positions.last ?? 0) - 100) < 0.2)
        let index = try #require(positions.firstIndex { $0 == positions.max() })
        // Half a period: π / (10 · √(1 - 1/16)) seconds.
        #expect(abs(Double(index + 1) * 0.01 - 0.324) < 0.02)
        let copy = try #require(layer.animation(forKey: "spring") as? CASpringAnimation)
        #expect(copy.damping == 5)
        #expect(copy.stiffness == 100)
    }

    @Test("A spring with a short duration is cut off as with Core Animation")
    func shortSpring() throws {
        let (simulator, layer, spring) = springLayer()
        spring.duration = 0.1
        layer.add(spring, forKey: nil)
        simulator.advance(by: 0.09)
        let position = try #require(layer.presentation()).position.x
        #expect(position > 10 && position < 60)
    }
}
