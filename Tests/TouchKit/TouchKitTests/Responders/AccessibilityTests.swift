import Testing
import TouchKit

@Suite("Accessibility properties")
@MainActor
struct AccessibilityTests {
    private final class Rating: UIView {
        var stars = 3

        override var accessibilityValue: String? {
            get { "\(stars) stars" }
            set {}
        }

        override func accessibilityIncrement() { stars += 1 }
    }

    @Test("A view returns the properties that were assigned, and defaults before")
    func assigned() {
        let view = UIView()
        #expect(!view.isAccessibilityElement)
        #expect(view.accessibilityLabel == nil)
        #expect(view.accessibilityTraits == .none)
        view.isAccessibilityElement = true
        view.accessibilityLabel = "Volume"
        view.accessibilityHint = "Loudness of the horn"
        view.accessibilityValue = "50 %"
        view.accessibilityIdentifier = "volume"
        view.accessibilityTraits = [.adjustable, .header]
        #expect(view.isAccessibilityElement)
        #expect(view.accessibilityLabel == "Volume")
        #expect(view.accessibilityHint == "Loudness of the horn")
        #expect(view.accessibilityValue == "50 %")
        #expect(view.accessibilityIdentifier == "volume")
        #expect(view.accessibilityTraits == [.adjustable, .header])
    }

    @Test("A subclass overrides properties and actions")
    func overridden() {
        let view: UIView = Rating()
        view.accessibilityIncrement()
        #expect(view.accessibilityValue == "4 stars")
    }
}
