import Testing
import TouchKit

/// Methods by their names.
@MainActor
@Suite("Selectors")
struct SelectorTests {
    final class Eraser: UIResponder {
        var log: [String] = []
        func erase() { log.append("erase") }
        func eraseSome(_ count: Int) { log.append("erase \(count)") }
        func eraseFor(_ sender: Any?) { log.append(sender == nil ? "for nobody" : "for someone") }
    }

    let erase = Selector("erase") { (eraser: Eraser) in eraser.erase }
    let eraseSome = Selector("eraseSome") { (eraser: Eraser) in eraser.eraseSome }
    let eraseFor = Selector("eraseFor") { (eraser: Eraser) in eraser.eraseFor }

    @Test("A method is called on an object that has it, with what it takes.")
    func calls() {
        let eraser = Eraser()
        #expect(erase.perform(on: eraser))
        #expect(erase.perform(on: eraser, with: "ignored"))
        #expect(eraseSome.perform(on: eraser, with: 3))
        #expect(eraseFor.perform(on: eraser))
        #expect(eraseFor.perform(on: eraser, with: eraser))
        #expect(eraser.log == ["erase", "erase", "erase 3", "for nobody", "for someone"])
    }

    @Test("Who doesn't have the method, or is given what it doesn't take, isn't called.")
    func refuses() {
        let eraser = Eraser()
        #expect(!erase.perform(on: UIResponder()))
        #expect(!eraseSome.perform(on: eraser, with: "three"))
        #expect(!eraseSome.perform(on: eraser))
        #expect(eraser.log == [])
        #expect(erase.isImplemented(by: eraser))
        #expect(!erase.isImplemented(by: UIResponder()))
    }

    @Test("Two are equal if name and class are.")
    func equality() {
        #expect(erase == Selector("erase") { (eraser: Eraser) in eraser.erase })
        #expect(erase != Selector("wipe") { (eraser: Eraser) in eraser.erase })
        #expect(erase != Selector("erase") { (responder: UIResponder) in { _ = responder } })
    }
}
