import Testing
import TouchKit
import TouchKitTesting

@testable import contacts

@Suite("contacts", .serialized)
@MainActor
struct ContactsTests {
    /// A simulator that runs the app, and the controller of the list.
    private func launch() throws -> (TouchSimulator, ContactsViewController) {
        let simulator = TouchSimulator(screenSize: CGSize(width: 320, height: 480))
        let delegate = simulator.launch(AppDelegate.self)
        let list = try #require(delegate.window?.rootViewController as? ContactsViewController)
        _ = simulator.render()
        return (simulator, list)
    }

    private func tap(_ simulator: TouchSimulator, _ x: CGFloat, _ y: CGFloat) {
        simulator.down(1, at: CGPoint(x: x, y: y))
        simulator.advance(by: 0.05)
        simulator.up(1)
        simulator.advance(by: 1)
    }

    /// Pulls the list down and lifts.
    private func pull(_ simulator: TouchSimulator) {
        simulator.down(1, at: CGPoint(x: 100, y: 50))
        for y in stride(from: 80.0, through: 400, by: 40) {
            simulator.advance(by: 0.02)
            simulator.move(1, to: CGPoint(x: 100, y: y))
        }
        simulator.up(1)
        simulator.advance(by: 2)
    }

    @Test("A contact is opened, changed and deleted")
    func details() throws {
        let (simulator, list) = try launch()
        #expect(list.contacts.count == 100)
        #expect(list.table.visibleCells.count == 11)
        tap(simulator, 100, 60)
        let detail = try #require(list.presentedViewController as? ContactViewController)
        #expect(detail.contact.name == "Contact 2")
        let slider = try #require(detail.view.subviews.first?.subviews[1] as? UISlider)
        let frame = slider.convert(slider.bounds, to: nil)
        simulator.down(1, at: CGPoint(x: frame.midX, y: frame.midY))
        simulator.move(1, to: CGPoint(x: frame.maxX, y: frame.midY))
        simulator.up(1)
        #expect(detail.contact.volume == 1 && detail.contact.brightness == 0.5)
        detail.askToDelete()
        simulator.advance(by: 1)
        tap(simulator, 230, 260)
        #expect(list.presentedViewController == nil)
        #expect(list.contacts.count == 99 && list.contacts[1].name == "Contact 3")
        #expect(list.table.indexPathForSelectedRow == nil)
    }

    @Test("A pull shows the contacts that an HTTP server sends")
    func refresh() async throws {
        let server = try LoopbackServer(
            json: #"[{"name": "Ada", "volume": 1, "brightness": 0}, "#
                + #"{"name": "Grace", "volume": 0.5, "brightness": 0.5}]"#)
        let (simulator, list) = try launch()
        list.service.address = server.address
        pull(simulator)
        #expect(list.table.refreshControl?.isRefreshing == true)
        #expect(list.table.contentOffset.y == -60)
        await simulator.runMainQueue { list.table.refreshControl?.isRefreshing == false }
        simulator.advance(by: 1)
        let ada = Contact(name: "Ada", volume: 1, brightness: 0)
        #expect(list.contacts == [ada, Contact(name: "Grace")])
        #expect(list.table.visibleCells.compactMap { $0.textLabel?.text } == ["Ada", "Grace"])
        #expect(list.table.contentOffset.y == 0)
        tap(simulator, 100, 20)
        let detail = try #require(list.presentedViewController as? ContactViewController)
        #expect(detail.contact == ada)
    }

    @Test("A pull shows an alert if no server answers, and the list stays")
    func error() async throws {
        let server = try LoopbackServer(json: "[]")
        let (simulator, list) = try launch()
        list.service.address = server.address
        server.close()
        pull(simulator)
        await simulator.runMainQueue { list.table.refreshControl?.isRefreshing == false }
        simulator.advance(by: 1)
        let alert = try #require(list.presentedViewController as? UIAlertController)
        #expect(alert.title == "Cannot load the contacts")
        #expect(list.contacts.count == 100)
        #expect(list.table.contentOffset.y == 0)
    }
}
