import Foundation
import TouchTrackerTestSupport

/// A way out that somebody may try, or that bad luck finds.
enum WayOut: String, CaseIterable, Sendable {
    // With a keyboard.
    case otherTerminals = "other-terminals"
    case neighbouringTerminals = "neighbouring-terminals"
    case magicKeys = "magic-keys"
    case controlAltDelete = "control-alt-delete"
    case interruptKeys = "interrupt-keys"
    case loginTyped = "login-typed"
    case powerAndSleepKeys = "power-and-sleep-keys"
    case keyboardPulledOut = "keyboard-pulled-out"

    // With what is plugged in.
    case touchPulledOut = "touch-pulled-out"
    case displayPulledOut = "display-pulled-out"
    case mouse
    case powerButton = "power-button"

    // With fingers.
    case tenFingers = "ten-fingers"
    case threeFingersAtRest = "three-fingers-at-rest"
    case corners

    // With the disk.
    case fullDisk = "full-disk"
    case emptyDatabase = "empty-database"
    case damagedDatabase = "damaged-database"
    case folderForADatabase = "folder-for-a-database"
    case readOnlyDisk = "read-only-disk"
    case damagedPicture = "damaged-picture"

    // With the boot partition.
    case brokenConfiguration = "broken-configuration"
    case hugeConfiguration = "huge-configuration"
    case deepConfiguration = "deep-configuration"
    case hostileRecording = "hostile-recording"

    // With bad luck.
    case fiftyRestarts = "fifty-restarts"
    case killed
    case clockSetBack = "clock-set-back"
    case fullMemoryFolders = "full-memory-folders"

    /// Tries it on a board whose kiosk draws.
    func beTried(on board: VirtualBoard) throws {
        switch self {
        case .otherTerminals, .neighbouringTerminals, .magicKeys, .controlAltDelete, .interruptKeys,
            .loginTyped, .powerAndSleepKeys, .keyboardPulledOut:
            try beTriedWithKeyboard(on: board)
        case .touchPulledOut, .displayPulledOut, .mouse, .powerButton:
            try beTriedWithPlugs(on: board)
        case .tenFingers, .threeFingersAtRest, .corners:
            try beTriedWithFingers(on: board)
        case .fullDisk, .emptyDatabase, .damagedDatabase, .folderForADatabase, .readOnlyDisk,
            .damagedPicture:
            try beTriedWithDisk(on: board)
        case .brokenConfiguration, .hugeConfiguration, .deepConfiguration, .hostileRecording:
            try beTriedWithBootPartition(on: board)
        case .fiftyRestarts, .killed, .clockSetBack, .fullMemoryFolders:
            try beTriedWithBadLuck(on: board)
        }
    }

    private func beTriedWithKeyboard(on board: VirtualBoard) throws {
        try board.plugKeyboard()
        switch self {
        case .otherTerminals:
            for number in 2...12 { try board.write("", onTerminal: number) }
            for number in 1...12 { try board.press("ctrl", "alt", "f\(number)") }
        case .neighbouringTerminals:
            for number in 2...4 { try board.write("", onTerminal: number) }
            for key in ["right", "left", "up"] { try board.press("alt", key) }
            try board.press("print")
        case .magicKeys:
            for key in ["b", "o", "k", "r", "e", "i", "f", "c", "s", "u"] {
                try board.press("alt", "sysrq", key)
            }
        case .controlAltDelete:
            for _ in 1...10 { try board.press("ctrl", "alt", "delete") }
        case .interruptKeys:
            for key in ["c", "z", "backslash", "d", "s"] { try board.press("ctrl", key) }
        case .loginTyped:
            for key in ["r", "o", "o", "t", "ret", "ret", "l", "s", "ret"] { try board.press(key) }
        case .powerAndSleepKeys:
            for key in ["power", "sleep", "wake"] { try board.press(key) }
        case .keyboardPulledOut:
            try board.hold("ctrl", "alt", "delete")
            try board.unplugKeyboard()
        default: break
        }
    }

    private func beTriedWithPlugs(on board: VirtualBoard) throws {
        switch self {
        case .touchPulledOut:
            for _ in 1...3 {
                try board.down(0, x: 100, y: 100)
                try board.move(0, x: 300, y: 100)
                try board.unplugTouch()
                try board.plugTouch()
            }
        case .displayPulledOut:
            try board.down(0, x: 100, y: 100)
            try board.unplugDisplay()
            try board.up(0)
            try board.plugDisplay(width: 800, height: 480)
        case .mouse:
            try board.unplugTouch()
            try board.plugPointer()
            try board.movePointer(x: 400, y: 20)
            try board.pressPointer(true)
            try board.unplugPointer()
            try board.plugTouch()
        case .powerButton:
            try board.pressPowerButton()
            Thread.sleep(forTimeInterval: 3)
        default: break
        }
    }

    private func beTriedWithFingers(on board: VirtualBoard) throws {
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
            // What was drawn is nobody's matter here.
            try board.restartWithEmptyDrawing()
        case .threeFingersAtRest:
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

    private func beTriedWithDisk(on board: VirtualBoard) throws {
        let state = "/var/lib/touchtracker"
        func restart(with preparation: String) throws {
            try board.shell(
                "systemctl stop touchtracker; cd \(state) && \(preparation); systemctl start touchtracker",
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
                    "rm -f drawing.sqlite-* && dd if=/dev/urandom of=drawing.sqlite bs=4k count=9 2>/dev/null"
            )
        case .folderForADatabase:
            try restart(with: "rm -f drawing* && mkdir drawing.sqlite")
        case .readOnlyDisk:
            try restart(with: "cd / && mount -o remount,ro \(state)")
        case .damagedPicture:
            try restart(
                with:
                    "for file in drawing*; do [ $file = drawing.sqlite ] || head -c 100000 /dev/urandom >$file; done"
            )
        default: break
        }
    }

    private func beTriedWithBootPartition(on board: VirtualBoard) throws {
        let preparation =
            switch self {
            case .brokenConfiguration:
                "printf 'scene: nowhere\\n\\tshell: /bin/sh\\n' >touchtracker.yaml"
            case .hugeConfiguration: "head -c 20000000 /dev/urandom >touchtracker.yaml"
            case .deepConfiguration:
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

    private func beTriedWithBadLuck(on board: VirtualBoard) throws {
        switch self {
        case .fiftyRestarts:
            try board.shell(
                "for start in $(seq 50); do systemctl --no-block restart touchtracker; sleep 0.1; done",
                timeoutSeconds: 300)
        case .killed:
            for _ in 1...5 {
                try board.shell("systemctl kill --signal=KILL touchtracker; sleep 0.2")
            }
        case .clockSetBack:
            try board.shell("date -s 1980-01-01; sleep 1; date -s 2037-12-31; sleep 1")
        case .fullMemoryFolders:
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
