import Foundation
import TouchTrackerTestSupport

/// An attempt to escape from the kiosk, or an accident with the same effect.
enum EscapeAttempt: String, CaseIterable, Sendable {
    // Keyboard
    case otherTerminals = "other-terminals"
    case neighbouringTerminals = "neighbouring-terminals"
    case sysRqKeys = "sysrq-keys"
    case controlAltDelete = "control-alt-delete"
    case interruptKeys = "interrupt-keys"
    case typedLogin = "typed-login"
    case powerAndSleepKeys = "power-and-sleep-keys"
    case keyboardUnplugged = "keyboard-unplugged"

    // Hotplug and the power button
    case touchscreenUnplugged = "touchscreen-unplugged"
    case displayUnplugged = "display-unplugged"
    case mouse
    case powerButton = "power-button"

    // Touches
    case tenFingers = "ten-fingers"
    case threeHeldFingers = "three-held-fingers"
    case corners

    // Disk
    case fullDisk = "full-disk"
    case emptyDatabase = "empty-database"
    case damagedDatabase = "damaged-database"
    case folderForADatabase = "folder-for-a-database"
    case readOnlyDisk = "read-only-disk"
    case damagedPicture = "damaged-picture"

    // Boot partition
    case brokenConfiguration = "broken-configuration"
    case hugeConfiguration = "huge-configuration"
    case nestedConfiguration = "nested-configuration"
    case hostileRecording = "hostile-recording"

    // Accidents
    case fiftyRestarts = "fifty-restarts"
    case killed
    case clockSetBack = "clock-set-back"
    case fullTemporaryFileSystems = "full-temporary-file-systems"

    /// Performs the attempt on a board with a running kiosk.
    func perform(on board: VirtualBoard) throws {
        switch self {
        case .otherTerminals, .neighbouringTerminals, .sysRqKeys, .controlAltDelete, .interruptKeys,
            .typedLogin, .powerAndSleepKeys, .keyboardUnplugged:
            try performWithKeyboard(on: board)
        case .touchscreenUnplugged, .displayUnplugged, .mouse, .powerButton:
            try performWithHotplug(on: board)
        case .tenFingers, .threeHeldFingers, .corners:
            try performWithTouches(on: board)
        case .fullDisk, .emptyDatabase, .damagedDatabase, .folderForADatabase, .readOnlyDisk,
            .damagedPicture:
            try performWithDisk(on: board)
        case .brokenConfiguration, .hugeConfiguration, .nestedConfiguration, .hostileRecording:
            try performWithBootPartition(on: board)
        case .fiftyRestarts, .killed, .clockSetBack, .fullTemporaryFileSystems:
            try performAccident(on: board)
        }
    }

    private func performWithKeyboard(on board: VirtualBoard) throws {
        try board.plugKeyboard()
        switch self {
        case .otherTerminals:
            for number in 2...12 { try board.write("", onTerminal: number) }
            for number in 1...12 { try board.press("ctrl", "alt", "f\(number)") }
        case .neighbouringTerminals:
            for number in 2...4 { try board.write("", onTerminal: number) }
            for key in ["right", "left", "up"] { try board.press("alt", key) }
            try board.press("print")
        case .sysRqKeys:
            for key in ["b", "o", "k", "r", "e", "i", "f", "c", "s", "u"] {
                try board.press("alt", "sysrq", key)
            }
        case .controlAltDelete:
            for _ in 1...10 { try board.press("ctrl", "alt", "delete") }
        case .interruptKeys:
            for key in ["c", "z", "backslash", "d", "s"] { try board.press("ctrl", key) }
        case .typedLogin:
            for key in ["r", "o", "o", "t", "ret", "ret", "l", "s", "ret"] { try board.press(key) }
        case .powerAndSleepKeys:
            for key in ["power", "sleep", "wake"] { try board.press(key) }
        case .keyboardUnplugged:
            try board.hold("ctrl", "alt", "delete")
            try board.unplugKeyboard()
        default: break
        }
    }

    private func performWithHotplug(on board: VirtualBoard) throws {
        switch self {
        case .touchscreenUnplugged:
            for _ in 1...3 {
                try board.down(0, x: 100, y: 100)
                try board.move(0, x: 300, y: 100)
                try board.unplugTouchscreen()
                try board.plugTouchscreen()
            }
        case .displayUnplugged:
            try board.down(0, x: 100, y: 100)
            try board.unplugDisplay()
            try board.up(0)
            try board.plugDisplay(width: 800, height: 480)
        case .mouse:
            try board.unplugTouchscreen()
            try board.plugPointer()
            try board.movePointer(x: 400, y: 20)
            try board.pressPointer(true)
            try board.unplugPointer()
            try board.plugTouchscreen()
        case .powerButton:
            try board.pressPowerButton()
            Thread.sleep(forTimeInterval: 3)
        default: break
        }
    }

    private func performWithTouches(on board: VirtualBoard) throws {
        switch self {
        case .tenFingers:
            var random = SeededRandom(seed: 2_026)
            for _ in 0..<200 {
                try board.frame { batch in
                    for slot in 0..<10 {
                        batch.down(slot, x: random.next(below: 800), y: random.next(below: 480))
                    }
                }
                try board.frame { batch in
                    for slot in 0..<10 { batch.up(slot) }
                }
            }
            // The drawing is not part of this test.
            try board.restartWithEmptyDrawing()
        case .threeHeldFingers:
            try board.frame { batch in
                for slot in 0..<3 { batch.down(slot, x: 200 + 150 * slot, y: 240) }
            }
            Thread.sleep(forTimeInterval: 6)
            for slot in 0..<3 { try board.up(slot) }
        case .corners:
            for (x, y) in [(3, 3), (796, 3), (796, 476), (3, 476), (3, 3)] {
                try board.down(0, x: x, y: y)
                try board.up(0)
            }
            try board.restartWithEmptyDrawing()
        default: break
        }
    }

    private func performWithDisk(on board: VirtualBoard) throws {
        let state = "/var/lib/touchtracker"
        func restart(with preparation: String) throws {
            try board.shell(
                """
                systemctl stop touchtracker
                cd \(state) && \(preparation); systemctl start touchtracker
                """,
                timeoutSeconds: 90)
        }
        switch self {
        case .fullDisk:
            try restart(with: "dd if=/dev/zero of=full bs=64k 2>/dev/null")
        case .emptyDatabase:
            try restart(with: "rm -f drawing.sqlite-* && : >drawing.sqlite")
        case .damagedDatabase:
            try restart(
                with:
                    "rm -f drawing.sqlite-* && "
                    + "dd if=/dev/urandom of=drawing.sqlite bs=4k count=9 2>/dev/null"
            )
        case .folderForADatabase:
            try restart(with: "rm -f drawing* && mkdir drawing.sqlite")
        case .readOnlyDisk:
            try restart(with: "cd / && mount -o remount,ro \(state)")
        case .damagedPicture:
            try restart(
                with:
                    "for file in drawing*; do [ $file = drawing.sqlite ] || "
                    + "head -c 100000 /dev/urandom >$file; done"
            )
        default: break
        }
    }

    private func performWithBootPartition(on board: VirtualBoard) throws {
        let preparation =
            switch self {
            case .brokenConfiguration:
                "printf 'scene: nowhere\\n\\tshell: /bin/sh\\n' >touchtracker.yaml"
            case .hugeConfiguration: "head -c 20000000 /dev/urandom >touchtracker.yaml"
            case .nestedConfiguration:
                "head -c 100000 /dev/zero | tr '\\0' '[' >touchtracker.yaml"
            default: "head -c 3000000 /dev/urandom >recording.yaml; ln -s / link; mkdir reports"
            }
        try board.shell(
            """
            mount -t vfat /dev/touchtracker/boot /mnt
            (cd /mnt; \(preparation)) || true
            umount /mnt
            systemctl start touchtracker-boot-files || true
            """, timeoutSeconds: 120)
        Thread.sleep(forTimeInterval: 3)
    }

    private func performAccident(on board: VirtualBoard) throws {
        switch self {
        case .fiftyRestarts:
            try board.shell(
                "for i in $(seq 50); do systemctl --no-block restart touchtracker; sleep 0.1; done",
                timeoutSeconds: 300)
        case .killed:
            for _ in 1...5 {
                try board.shell("systemctl kill --signal=KILL touchtracker; sleep 0.2")
            }
        case .clockSetBack:
            try board.shell("date -s 1980-01-01; sleep 1; date -s 2037-12-31; sleep 1")
        case .fullTemporaryFileSystems:
            try board.shell(
                """
                dd if=/dev/zero of=/tmp/full bs=64k 2>/dev/null
                dd if=/dev/zero of=/run/full bs=64k 2>/dev/null
                systemctl kill --signal=KILL touchtracker; sleep 1
                """, timeoutSeconds: 120)
        default: break
        }
    }
}
