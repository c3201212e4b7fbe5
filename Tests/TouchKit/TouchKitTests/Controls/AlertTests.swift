import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// Alerts and action sheets.
@Suite("Alerts")
@MainActor
final class AlertTests {
    private var chosen: [String] = []

    /// Presents an alert with actions that record their titles, on a screen of 320 × 400 points.
    ///
    /// - Parameters:
    ///   - style: The style of the alert.
    ///   - actions: The titles and styles of the actions.
    ///   - theme: The style of the window.
    ///   - loadsView: Whether the view is loaded before the texts and actions are set.
    private func present(
        _ style: UIAlertController.Style, _ actions: [(String, UIAlertAction.Style)],
        theme: UIUserInterfaceStyle = .light, loadsView: Bool = false
    ) -> (TouchSimulator, UIAlertController) {
        let simulator = TouchSimulator(screenSize: CGSize(width: 320, height: 400), scale: 2)
        let root = UIViewController()
        simulator.window.rootViewController = root
        simulator.window.overrideUserInterfaceStyle = theme
        root.view.backgroundColor = .systemBackground
        let alert = UIAlertController(title: nil, message: nil, preferredStyle: style)
        if loadsView { _ = alert.view }
        alert.title = "Delete the drawing?"
        alert.message = "All lines on all pages will be deleted."
        for (title, style) in actions {
            alert.addAction(
                UIAlertAction(title: title, style: style) { [unowned self] action in
                    #expect(alert.presentingViewController == nil)
                    chosen.append(action.title ?? "")
                })
        }
        root.present(alert, animated: true)
        simulator.advance(by: 1)
        return (simulator, alert)
    }

    /// Taps a point and, unless the tap is a quick one, waits for a second.
    private func tap(
        _ simulator: TouchSimulator, _ x: CGFloat, _ y: CGFloat, isQuick: Bool = false
    ) {
        simulator.down(1, at: CGPoint(x, y))
        simulator.up(1)
        if !isQuick { simulator.advance(by: 1) }
    }

    private let two: [(String, UIAlertAction.Style)] = [
        ("Delete", .destructive), ("Cancel", .cancel),
    ]

    @Test("A tap on an action dismisses the alert and then calls the handler.")
    func choose() {
        let (simulator, alert) = present(.alert, two)
        tap(simulator, 230, 250, isQuick: true)
        #expect(chosen.isEmpty && alert.isBeingDismissed)
        simulator.advance(by: 1)
        #expect(chosen == ["Delete"])
        #expect(simulator.window.subviews.count == 1)
    }

    @Test("A touch beside an alert has no effect, beside an action sheet it cancels.")
    func touchBeside() {
        let (simulator, alert) = present(.alert, two)
        tap(simulator, 160, 10)
        #expect(chosen.isEmpty && alert.presentingViewController != nil)
        let (other, _) = present(.actionSheet, two)
        tap(other, 160, 10)
        #expect(chosen == ["Cancel"])
    }

    @Test("A touch beside an action sheet does not perform a disabled cancel action.")
    func touchBesideDisabled() {
        let (simulator, alert) = present(.actionSheet, two)
        alert.actions[1].isEnabled = false
        tap(simulator, 160, 10)
        #expect(chosen.isEmpty && alert.presentingViewController != nil)
    }

    @Test("A disabled action cannot be chosen, until it is enabled.")
    func disabled() {
        let (simulator, alert) = present(.alert, two)
        alert.actions[0].isEnabled = false
        tap(simulator, 230, 250)
        #expect(chosen.isEmpty)
        alert.actions[0].isEnabled = true
        tap(simulator, 230, 250)
        #expect(chosen == ["Delete"])
    }

    @Test("Texts and actions that are set after the view was loaded are shown.")
    func viewLoadedBefore() throws {
        let (simulator, _) = present(.alert, two, loadsView: true)
        simulator.down(1, at: CGPoint(90, 250))
        try expectPicture(simulator.render(), matches: "alert-light")
        simulator.up(1)
        simulator.advance(by: 1)
        #expect(chosen == ["Cancel"])
        let (other, _) = present(.actionSheet, two, loadsView: true)
        tap(other, 160, 10)
        #expect(chosen == ["Cancel", "Cancel"])
    }

    @Test("Two quick taps choose one action.")
    func twoTaps() {
        let (simulator, _) = present(.alert, two)
        tap(simulator, 230, 250, isQuick: true)
        tap(simulator, 90, 250)
        #expect(chosen == ["Delete"])
    }

    @Test("The actions of an alert that is too high for the screen can be scrolled.")
    func manyActions() {
        let actions = (1...12).map { ("Action \($0)", UIAlertAction.Style.default) }
        let (simulator, _) = present(.alert, actions)
        simulator.down(1, at: CGPoint(160, 350))
        simulator.advance(by: 0.05)
        simulator.move(1, to: CGPoint(160, 50))
        simulator.advance(by: 0.3)
        simulator.up(1)
        simulator.advance(by: 1)
        #expect(chosen.isEmpty)
        tap(simulator, 160, 370)
        #expect(chosen == ["Action 12"])
    }

    @Test(
        "Pictures: an alert with two and with three actions, and an action sheet",
        arguments: [UIUserInterfaceStyle.light, .dark])
    func pictures(theme: UIUserInterfaceStyle) throws {
        let suffix = theme == .dark ? "-dark" : "-light"
        let (simulator, _) = present(.alert, two, theme: theme)
        simulator.down(1, at: CGPoint(90, 250))
        try expectPicture(simulator.render(), matches: "alert" + suffix)
        let three = two + [("Save", UIAlertAction.Style.default)]
        let (higher, _) = present(.alert, three, theme: theme)
        try expectPicture(higher.render(), matches: "alert-rows" + suffix)
        let (sheet, alert) = present(.actionSheet, three, theme: theme)
        alert.actions[2].isEnabled = false
        try expectPicture(sheet.render(), matches: "action-sheet" + suffix)
        #expect(sheet.isUpToDate())
    }
}
