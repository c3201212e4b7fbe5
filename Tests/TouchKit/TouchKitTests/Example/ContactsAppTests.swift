import Testing
import TouchKit
import TouchKitTesting

/// The example app with a table, a detail screen and an alert.
@Suite("Contacts app")
@MainActor
struct ContactsAppTests {
    private func tap(_ simulator: TouchSimulator, _ x: CGFloat, _ y: CGFloat) {
        simulator.down(1, at: CGPoint(x, y))
        simulator.advance(by: 0.05)
        simulator.up(1)
        simulator.advance(by: 1)
    }

    @Test("A contact is opened, changed and deleted, and a pull adds one.")
    func story() throws {
        let simulator = TouchSimulator(screenSize: CGSize(width: 320, height: 480))
        let delegate = simulator.launch(ContactsAppDelegate.self)
        let list = try #require(delegate.window?.rootViewController as? ContactsViewController)
        _ = simulator.render()
        #expect(list.table.visibleCells.count == 11)
        tap(simulator, 100, 60)
        let detail = try #require(list.presentedViewController as? ContactViewController)
        #expect(detail.contact.name == "Contact 2")
        #expect(list.view.window == nil)
        let slider = try #require(detail.view.subviews.first?.subviews[1] as? UISlider)
        let frame = slider.convert(slider.bounds, to: nil)
        simulator.down(1, at: CGPoint(frame.midX, frame.midY))
        simulator.move(1, to: CGPoint(frame.maxX, frame.midY))
        simulator.up(1)
        #expect(detail.contact.volume == 1 && detail.contact.brightness == 0.5)
        detail.askToDelete()
        simulator.advance(by: 1)
        tap(simulator, 230, 260)
        #expect(list.presentedViewController == nil)
        #expect(list.contacts.count == 99 && list.contacts[1].name == "Contact 3")
        #expect(list.table.indexPathForSelectedRow == nil)
        simulator.down(1, at: CGPoint(100, 50))
        for y in stride(from: 80.0, through: 400, by: 40) {
            simulator.advance(by: 0.02)
            simulator.move(1, to: CGPoint(100, y))
        }
        simulator.up(1)
        simulator.advance(by: 2)
        #expect(list.contacts.count == 100 && list.contacts[0].name == "New contact")
        #expect(
            list.table.cellForRow(at: IndexPath(row: 0, section: 0))?.textLabel?.text
                == "New contact")
        #expect(list.table.contentOffset.y == 0)
        #expect(simulator.isUpToDate())
    }
}
