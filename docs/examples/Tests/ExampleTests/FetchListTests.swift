import Testing
import TouchKit
import TouchKitTesting

@testable import fetch_list

@Suite("fetch-list", .serialized)
@MainActor
struct FetchListTests {
    @Test("The list shows the names that an HTTP server sends")
    func names() async throws {
        let server = try LoopbackServer(json: #"["Ada", "Grace", "Katherine"]"#)
        AppDelegate.address = server.address
        let simulator = TouchSimulator(screenSize: CGSize(width: 300, height: 200))
        let list = simulator.launch(AppDelegate.self).controller.list
        #expect(list.names == ["Loading …"])
        let loading = simulator.render()
        await simulator.runMainQueue { list.names != ["Loading …"] }
        #expect(list.names == ["Ada", "Grace", "Katherine"])
        #expect(!simulator.render().isEqual(to: loading))
        #expect(list.contentSize.height == 132)
    }

    @Test("The list shows the error if no server answers")
    func error() async throws {
        let server = try LoopbackServer(json: "[]")
        let address = server.address
        server.close()
        AppDelegate.address = address
        let simulator = TouchSimulator(screenSize: CGSize(width: 300, height: 200))
        let list = simulator.launch(AppDelegate.self).controller.list
        await simulator.runMainQueue { list.names != ["Loading …"] }
        #expect(list.names.count == 1)
        #expect(list.names != ["Loading …"])
    }
}
