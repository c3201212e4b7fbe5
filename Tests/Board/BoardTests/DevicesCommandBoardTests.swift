import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// `touchtracker devices` on a real kernel, with usable and unusable devices.
@Suite("The command devices on a board", .serialized, .requiresBoard)
struct DevicesCommandBoardTests {
    /// The exit status and output of the command, as text and as JSON.
    private struct Answer {
        let status: Int
        let text: String
        let json: [String: Any]

        subscript(_ key: String) -> [String: Any] { json[key] as? [String: Any] ?? [:] }

        /// Returns the first element of the list `cards` or `inputDevices`.
        func first(_ list: String) -> [String: Any] {
            (json[list] as? [[String: Any]])?.first ?? [:]
        }

        var connector: [String: Any] {
            (first("cards")["connectors"] as? [[String: Any]])?.first ?? [:]
        }
    }

    /// Runs the command as text and as JSON.
    ///
    /// Both must exit with the same status, and the JSON form must write nothing to standard error.
    private func runDevices(
        _ board: VirtualBoard, _ options: String = "", as prefix: String = ""
    ) throws -> Answer {
        let command = "\(prefix) touchtracker devices \(options)"
        let output = try board.shell("\(command); echo status=$?")
        let lines = output.components(separatedBy: "\n")
        let status = try #require(lines.last.flatMap { Int($0.dropFirst("status=".count)) })
        let value = try board.shell(
            "\(command) --json >/run/devices.json 2>&1; [ $? = \(status) ] && cat /run/devices.json"
        )
        return Answer(
            status: status, text: lines.dropLast().joined(separator: "\n"),
            json: try jsonObject(value))
    }

    private let unprivileged = "setpriv --reuid nobody --clear-groups"
    private let permitted = "setpriv --reuid nobody --groups video,input"

    @Test("With a running kiosk, the command reports its display as usable without disturbing it")
    func heldByKiosk() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let process = try board.kioskProcessID()
        let answer = try runDevices(board)
        #expect(answer.status == 0)
        #expect(answer.text.contains("the kiosk draws on this card"))
        #expect(
            answer.text.contains(
                "display: used by the kiosk, which draws on /dev/dri/by-path/pci-0000:00:04.0-card "
                    + "Virtual-1 800x480@"))
        #expect(answer.text.contains("  -> Virtual-1  connected, panel upright: 800x480@"))
        #expect(answer["display"]["usable"] as? Bool == true)
        #expect(answer["display"]["usedByKiosk"] as? Bool == true)
        #expect(answer["display"]["connector"] as? String == "Virtual-1")
        #expect(answer.first("cards")["driver"] as? String == "virtio_gpu")
        #expect(answer.first("cards")["formats"] as? [String] == ["XR24"])
        #expect(
            answer.first("cards")["openedBy"] as? NSArray
                == [["name": "touchtracker", "process": process]])
        let panel = answer.first("inputDevices")
        #expect(panel["name"] as? String == "QEMU Virtio MultiTouch")
        #expect(panel["kind"] as? String == "touchscreen")
        #expect(panel["usedAs"] as? String == "touch")
        #expect(panel["seat"] as? String == "seat0")
        #expect(panel["bus"] as? Int == 6)
        #expect((panel["x"] as? [String: Any])?["maximum"] as? Int == 32_767)
        #expect((panel["properties"] as? [String: Any])?["ID_INPUT_TOUCHSCREEN"] as? String == "1")
        // Without root the owner of the display is unknown.
        let other = try runDevices(board, as: permitted)
        #expect(other.text.contains("another program holds the display; run as root to see which"))
        #expect(other.first("cards")["openedBy"] is NSNull)
        // The kiosk still draws.
        try board.drawShownLine((100, 100), (300, 200))
        #expect(try board.kioskProcessID() == process)
        #expect(try board.kioskProperty("NRestarts") == "0")
    }

    @Test("Without a kiosk, the command reports usable devices, missing groups, modes and displays")
    func withoutKiosk() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.shell("systemctl stop touchtracker")

        let free = try runDevices(board)
        #expect(free.status == 0)
        #expect(free["display"]["usable"] as? Bool == true)
        #expect(free["touch"]["usable"] as? Bool == true)
        #expect(free.first("cards")["canBeMastered"] as? Bool == true)

        let denied = try runDevices(board, as: unprivileged)
        #expect(denied.status == 69)
        #expect(denied.text.contains("add the user to the group video and log in again"))
        #expect(denied.text.contains("add the user to the group input"))
        #expect(denied["display"]["usable"] as? Bool == false)
        #expect(denied.first("inputDevices")["usedAs"] is NSNull)
        #expect(try runDevices(board, as: permitted).status == 0)

        let mode = try runDevices(board, "--mode 123x45")
        #expect(mode.status == 69)
        #expect(mode.text.contains("it has no mode 123x45; use one of 800x480@"))
        #expect(
            try runDevices(board, "--mode 640x480")["display"]["mode"] as? String == "640x480@60")

        try board.shell("echo off >/sys/class/drm/card0-Virtual-1/status")
        let off = try runDevices(board)
        #expect(off.status == 69)
        #expect(off.text.contains("     Virtual-1  not connected; connect a display"))
        #expect(off.connector["connection"] as? String == "not connected")
        try board.shell("echo on >/sys/class/drm/card0-Virtual-1/status")
        #expect(try runDevices(board).status == 0)

        // plugPointer() waits until a kiosk opens the pointer.
        try board.shell("systemctl start touchtracker")
        try board.unplugTouchscreen()
        try board.plugPointer()
        let pointer = try runDevices(board)
        #expect(pointer.status == 69)
        #expect(pointer.text.contains("touch:   no touchscreen is plugged in; plug one in; until"))
        #expect(pointer.text.contains("used as one finger while its button is down"))
        #expect(pointer.first("inputDevices")["usedAs"] as? String == "pointer")
        #expect(pointer["touch"]["usable"] as? Bool == false)
    }

    @Test("An undetected display is detected; a touchscreen of another seat is reported")
    func undetectedDisplay() throws {
        let board = try VirtualBoard.bootImage(kernelArguments: [
            "systemd.mask=touchtracker.service"
        ])
        try board.wait(for: "the connector") {
            try board.shell(
                "[ -e /sys/class/drm/card0-Virtual-1 ] && udevadm settle && echo there || true")
                == "there"
        }
        #expect(try board.shell("cat /sys/class/drm/card0-Virtual-1/status") == "unknown")
        let answer = try runDevices(board, as: permitted)
        #expect(answer["display"]["usable"] as? Bool == true)
        #expect(answer.connector["connection"] as? String == "connected")

        try board.shell(
            """
            mkdir -p /run/udev/rules.d
            echo 'SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_SEAT}="seat1"' \
            >/run/udev/rules.d/99-seat.rules
            udevadm control --reload
            udevadm trigger --subsystem-match=input
            udevadm settle
            """)
        let seat = try runDevices(board)
        #expect(seat.status == 69)
        #expect(seat.text.contains("the device belongs to seat1, the kiosk reads seat0"))
        #expect(seat.first("inputDevices")["seat"] as? String == "seat1")
    }
}
