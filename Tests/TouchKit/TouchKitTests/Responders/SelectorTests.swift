import Testing
import TouchKit

/// Methods that are called by name.
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

    @Test("A method is called on an object that implements it, with a matching argument.")
    func calls() {
        let eraser = Eraser()
        #expect(erase.perform(on: eraser))
        #expect(erase.perform(on: eraser, with: "ignored"))
        #expect(eraseSome.perform(on: eraser, with: 3))
        #expect(eraseFor.perform(on: eraser))
        #expect(eraseFor.perform(on: eraser, with: eraser))
        #expect(eraser.log == ["erase", "erase", "erase 3", "for nobody", "for someone"])
    }

    @Test("A missing method or a wrong argument type results in no call.")
    func refuses() {
        let eraser = Eraser()
        #expect(!erase.perform(on: UIResponder()))
        #expect(!eraseSome.perform(on: eraser, with: "three"))
        #expect(!eraseSome.perform(on: eraser))
        #expect(eraser.log == [])
        #expect(erase.isImplemented(by: eraser))
        #expect(!erase.isImplemented(by: UIResponder()))
    }

    @Test("Two selectors are equal if name and class are equal.")
    func equality() {
        #expect(erase == Selector("erase") { (eraser: Eraser) in eraser.erase })
        #expect(erase != Selector("wipe") { (eraser: Eraser) in eraser.erase })
        #expect(erase != Selector("erase") { (responder: UIResponder) in { _ = responder } })
    }
}
