import KioskRuntime
import Testing

@Suite("Runtime folders")
struct RuntimeFoldersTests {
    @Test(
        "Requests and status have folders of their own, in whatever order they are named; one serves for both.",
        arguments: [
            ("/run/touchtracker:/run/touchtracker-status", "/run/touchtracker"),
            ("/run/touchtracker-status:/run/touchtracker", "/run/touchtracker"),
        ])
    func both(list: String, requests: String) {
        let folders = RuntimeFolders(list)
        #expect(folders.requests == requests)
        #expect(folders.status == "/run/touchtracker-status")
    }

    @Test("One folder serves for both; without any there is none.")
    func one() {
        for folder in ["/run/touchtracker", "/run/touchtracker-status"] {
            #expect(RuntimeFolders(folder).requests == folder)
            #expect(RuntimeFolders(folder).status == folder)
        }
        for list in [nil, "", ":"] {
            #expect(RuntimeFolders(list).requests == nil)
            #expect(RuntimeFolders(list).status == nil)
        }
    }
}
