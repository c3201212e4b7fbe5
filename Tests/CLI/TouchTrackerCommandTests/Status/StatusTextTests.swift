import Foundation
import KioskInput
import KioskRuntime
import KioskYAML
import LabReports
import Testing
import TouchKitContacts
import TouchTrackerTestSupport
import touchtracker

@Suite("Status as text and JSON")
struct StatusTextTests {
    private func text(_ json: String) throws -> String {
        try StatusResponse(Array(json.utf8)).text
    }

    @Test("The text has the essential values in a few lines")
    func lines() throws {
        #expect(
            try text(StatusExample.report.json.text) == """
                TouchTracker 0.1.0: up 1 d 2 h, the machine 1 d 2 h; start 3
                display  /dev/dri/card0 DSI-1 800x480@60 rgb565
                touch    /dev/input/event3 Panel "7\\8" , 10 slots
                pointer  /dev/input/event4 Mouse, one finger
                frames   12345, 6 vblanks missed
                touches  432, 2 down now, in 98765 frames of the devices
                drawing  57 strokes, 123456 bytes, 99 edits on the disk; saving 2 edits
                log      1 errors, 2 warnings
                  after 1 min 5 s: warning: the panel was unplugged
                  after 2 h 0 min: error: the disk is full

                """)
    }

    @Test("The poll interval of a polled touchscreen is in the text and the JSON")
    func polling() throws {
        var report = StatusExample.report
        report.kiosk.devices[0].sampling = .polled(TouchPolling(milliseconds: 17))
        #expect(
            try text(report.json.text).contains(
                "touch    /dev/input/event3 Panel \"7\\8\" , 10 slots, polled every 17 ms\n"))
        #expect(report.json.text.contains("\"pollMilliseconds\": 17"))
    }

    @Test("A touchscreen that does not work since the display was off is above the devices")
    func touchscreenProblems() throws {
        var report = StatusExample.report
        report.kiosk.touchscreenProblems = [
            TouchscreenWatch.Change(name: "Goodix", problem: .silent)
        ]
        #expect(
            try text(report.json.text).contains(
                "\ntouch    Goodix: silent since the display was switched on\ntouch    /dev/"))
    }

    @Test("A missing display or touchscreen and a drawing that is not saved are in the text")
    func missingParts() throws {
        let text = try text(StatusExample.troubled.json.text)
        #expect(text.contains("\ndisplay  none: waiting for a display\n"))
        #expect(text.contains("\ntouch    none plugged in\n"))
        #expect(text.contains("; NOT SAVED: the disk is full; delete something\n"))
        var report = StatusExample.troubled
        report.storage = .init(state: .failing("the disk is read-only"))
        #expect(
            try self.text(report.json.text).contains(
                "\ndrawing  NOT SAVED: the disk is read-only\n"))
        report.storage = nil
        #expect(try self.text(report.json.text).contains("\ndrawing  not saved\n"))
    }

    @Test("The JSON has the documented members, with numbers as numbers")
    func json() throws {
        let object = try jsonObject(StatusExample.report.json.text)
        #expect(
            object.keys.sorted() == [
                "devices", "display", "errorsLogged", "frames", "lastErrors",
                "machineUptimeSeconds", "mainQueue", "starts", "store", "touches",
                "touchscreenProblems", "uptimeSeconds", "version", "waiting", "wakeUps",
                "warningsLogged",
            ])
        #expect(object["uptimeSeconds"] as? Double == 93_784.567)
        #expect(object["starts"] as? Int == 3)
        #expect((object["frames"] as? [String: Int]) == ["shown": 12_345, "missedVblanks": 6])
        #expect(
            (object["touches"] as? [String: Int]) == [
                "frames": 98_765, "downs": 432, "ended": 428, "cancelled": 2, "live": 2,
            ])
        #expect((object["mainQueue"] as? [String: Double]) == ["runs": 7, "seconds": 0.012])
        #expect(object["waiting"] is NSNull)
        let devices = try #require(object["devices"] as? [[String: Any]])
        #expect(devices.map { $0["name"] as? String } == ["Panel \"7\\8\"\n", "Mouse"])
        #expect(devices.map { $0["usedAs"] as? String } == ["touch", "pointer"])
        let store = try #require(object["store"] as? [String: Any])
        #expect(store["generation"] as? Int == 99)
        #expect(store["waitingEdits"] as? Int == 2)
        #expect(store["trouble"] is NSNull)
        let errors = try #require(object["lastErrors"] as? [[String: Any]])
        #expect(errors.map { $0["secondsAfterStart"] as? Double } == [65.5, 7_205])
        #expect(errors.map { $0["level"] as? String } == ["warning", "error"])
    }

    @Test("A response of another version with missing or additional members is printed")
    func otherVersion() throws {
        let text = try text(#"{"version": "9", "news": [1, {"a": null}], "frames": 3}"#)
        #expect(text.hasPrefix("TouchTracker 9: up ?, the machine ?; start ?\n"))
        #expect(text.contains("\nframes   ?, ? vblanks missed\n"))
    }

    @Test(
        "An invalid response, or one with control characters, is refused",
        arguments: [
            "", "[]", "\"text\"", "{", "{\"version\": \"\u{1B}[2J\"}", "{\"a\": \"\u{7F}\"}",
            "{\"a\": \"\u{9B}2J\"}", "{}\r{}", String(repeating: "[", count: 10_000),
        ])
    func hostile(answer: String) {
        #expect(throws: (any Error).self) { try text(answer) }
    }

    @Test("Escaped control characters in a response do not reach the terminal")
    func escaped() throws {
        let text = try text(#"{"version": "\u001b[2J\nx", "uptimeSeconds": 1e300}"#)
        #expect(text.hasPrefix("TouchTracker  [2J x: up ?"))
    }
}
