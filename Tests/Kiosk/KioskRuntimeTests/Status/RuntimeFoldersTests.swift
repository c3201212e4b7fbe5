import KioskRuntime
import Testing

@Suite("RuntimeFolders")
struct RuntimeFoldersTests {
    @Test(
        "Requests and status have separate folders, in any order of the list",
        arguments: [
            "/run/touchtracker:/run/touchtracker-status",
            "/run/touchtracker-status:/run/touchtracker",
        ])
    func both(list: String) {
        let folders = RuntimeFolders(list)
        #expect(folders.requests == "/run/touchtracker")
        #expect(folders.status == "/run/touchtracker-status")
    }

    @Test("A single folder serves both purposes; without any, both are nil")
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
