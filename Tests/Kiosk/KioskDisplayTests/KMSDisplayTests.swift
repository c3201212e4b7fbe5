import KioskDisplay
import Testing

@Suite("KMS display")
struct KMSDisplayTests {
    @Test("A missing card causes an error with a remedy.")
    func missingCard() {
        do {
            let display = try KMSDisplay(DisplayCriteria(card: "card77"))
            Issue.record("opened \(display.name)")
        } catch {
            #expect(error.reason == .missing)
            #expect(error.subject == "/dev/dri/card77")
            #expect(error.description.split(separator: "\n").count == 1)
        }
    }

    @Test("A node that is not a DRM device causes an error.")
    func noCard() {
        do {
            let display = try KMSDisplay(DisplayCriteria(card: "/dev/null"))
            Issue.record("opened \(display.name)")
        } catch {
            #expect(
                error.description
                    == "/dev/null: it isn't a graphics card; use one of /dev/dri")
        }
    }
}
