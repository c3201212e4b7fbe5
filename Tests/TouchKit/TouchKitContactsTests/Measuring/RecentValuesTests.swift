import Testing
import TouchKitContacts

@Suite("Recent values")
struct RecentValuesTests {
    @Test("The buffer equals an array whose oldest values are removed.", arguments: [1, 2, 7])
    func equalsModel(capacity: Int) {
        var values = RecentValues<Int>(capacity: capacity)
        var model: [Int] = []
        var seed: UInt64 = 7
        for step in 0..<2_000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1
            switch seed >> 60 {
            case 0:
                values.removeAll()
                model.removeAll()
            case 1...5:
                values.removeOldest()
                if !model.isEmpty { model.removeFirst() }
            default:
                values.append(step)
                model.append(step)
                if model.count > capacity { model.removeFirst() }
            }
            #expect((0..<values.count).map { values[$0] } == model)
            #expect(values.oldest == model.first && values.newest == model.last)
        }
    }
}
