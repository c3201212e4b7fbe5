import Foundation
import Testing
import TouchTrackerTestSupport

/// What a technician has of a board whose card he puts into a computer: files that ask, and reports.
@Suite(
    "The boot partition of a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct BootPartitionTests {
    private static let asking = "field-test: the kiosk is started anew for it"

    /// Does something in the boot partition, as root.
    @discardableResult
    private func onBoot(_ command: String, of board: VirtualBoard) throws -> String {
        try board.shell(
            """
            mount -t vfat /dev/touchtracker/boot /mnt && {
            (cd /mnt; \(command)); code=$?
            umount /mnt
            (exit $code); }
            """, timeoutSeconds: 120)
    }

    /// What a unit and its scripts have written so far, without systemd's own lines.
    private func log(of unit: String, on board: VirtualBoard) throws -> [String] {
        try board.shell(
            "journalctl --sync; journalctl --no-pager -q -o cat _SYSTEMD_UNIT=\(unit).service"
        ).split(separator: "\n").map(String.init)
    }

    /// How often the kiosk has shown a first frame.
    private func startCount(of board: VirtualBoard) throws -> Int {
        try log(of: "touchtracker", on: board).count { $0.hasPrefix("first frame;") }
    }

    /// A board that has done all that it does at its start.
    private func bootBoard() throws -> VirtualBoard {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.wait(for: "all is done that belongs to the start", timeoutSeconds: 60) {
            try board.shell("systemctl is-active touchtracker.target || true") == "active"
        }
        return board
    }

    // MARK: Files that ask

    @Test(
        "A file that asks for a field test is renamed, whatever Windows made of its name, and the kiosk started anew for it, once."
    )
    func fieldTest() throws {
        let image = try BoardImage(
            copying: #require(BoardEnvironment.imageDirectory), name: "field-test-image")
        try image.putOnBoot("FIELD-TEST.TXT", line: "please")
        try image.putOnBoot("field-test.done", line: "the last time")
        let board = try VirtualBoard.boot(.init(image: image.directory))
        try board.waitForPicture()
        try board.wait(for: "the kiosk is started anew", timeoutSeconds: 60) {
            try startCount(of: board) == 2
        }
        #expect(
            try log(of: "touchtracker-boot-files", on: board) == ["boot partition: \(Self.asking)"])
        #expect(
            try onBoot("ls -1 -I README.txt; cat field-test.done", of: board)
                == "field-test.done\nplease")
        #expect(try board.shell("findmnt -n /mnt || true") == "")

        // What a kiosk finds that is started so.
        try board.changeUnit(
            "ExecStartPre=-/usr/bin/stat -c 'found %%n of %%U' /run/touchtracker/field-test")
        try board.shell("rm -f /run/touchtracker/field-test")
        try onBoot("touch field-test", of: board)
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        try board.wait(for: "the kiosk is started anew") { try startCount(of: board) == 4 }
        #expect(
            try board.kioskLog().contains("found /run/touchtracker/field-test of touchtracker"))
        #expect(try onBoot("ls -1 -I README.txt", of: board) == "field-test.done")

        // Nothing asks any more.
        let process = try board.kioskProcessID()
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        #expect(try board.kioskProcessID() == process)
        #expect(try log(of: "touchtracker-boot-files", on: board).count == 2)
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }

    @Test(
        "Files that ask for the orientation wizard and for the lock's reset are met together, in one start of the kiosk."
    )
    func orientAndResetLock() throws {
        let board = try bootBoard()
        try board.shell(
            "printf '1236\\n1236\\n' | touchtracker lock set --state /var/lib/touchtracker")
        try onBoot("touch ORIENT.TXT reset-lock", of: board)
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        // The wizard's ground, and its mark.
        try board.waitForPicture(timeoutSeconds: 60) {
            $0[3, 3] == 0xFFFFFF && $0[250, 60] == 0x000000
        }
        #expect(
            try log(of: "touchtracker-boot-files", on: board) == [
                "boot partition: reset-lock, orient: the kiosk is started anew for it"
            ])
        #expect(
            try onBoot("ls -1 -I README.txt", of: board).split(separator: "\n").sorted()
                == ["orient.done", "reset-lock.done"])
        #expect(try startCount(of: board) == 2)
        #expect(
            try board.kioskLog().contains("reset-lock: the maintenance menu's pattern is removed"))
        #expect(
            try board.shell("touchtracker lock status --state /var/lib/touchtracker")
                .hasPrefix("pattern: not set"))
        #expect(try board.shell("ls /run/touchtracker") == "")
        try board.keepScreenshot("orient-file")
        // Nobody taps: half a minute later one draws.
        try board.waitForPicture(timeoutSeconds: 60) { $0[3, 3] == Ink.ground }
        try board.stop()
    }

    @Test("What can't be renamed isn't obeyed.")
    func notRenamed() throws {
        let board = try bootBoard()
        let process = try board.kioskProcessID()
        try onBoot("mkdir field-test.done; touch field-test", of: board)
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        let lines = try log(of: "touchtracker-boot-files", on: board)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("field-test is not obeyed") == true, "\(lines)")
        #expect(try onBoot("ls -1 -I README.txt", of: board) == "field-test\nfield-test.done")
        #expect(try board.kioskProcessID() == process)
        #expect(try board.shell("ls /run/touchtracker") == "")
        try board.stop()
    }

    // MARK: Reports

    /// Has the kiosk's user write reports, with recordings of a size in kB.
    private func writeReports(
        _ numbers: ClosedRange<Int>, kilobytes: Int = 1, on board: VirtualBoard
    ) throws {
        try board.shell(
            """
            cat >/run/write-reports <<'SCRIPT'
            cd /var/lib/touchtracker && mkdir -p reports && cd reports || exit
            for number in $(seq \(numbers.lowerBound) \(numbers.upperBound)); do
                folder=$(printf '%04d-Board_1-Panel.x' $number)
                mkdir $folder
                echo "{\\"number\\": $number}" >$folder/report.json
                echo "<p>$number" >$folder/report.html
                head -c \(kilobytes)k /dev/zero >$folder/recording.yaml
            done
            SCRIPT
            setpriv --reuid touchtracker --regid touchtracker --clear-groups sh /run/write-reports
            """, timeoutSeconds: 60)
    }

    /// Waits until the helper has come to its end, and has done this before.
    private func waitForHelper(
        _ board: VirtualBoard, until condition: () throws -> Bool
    ) throws {
        try board.wait(for: "what was written is copied", timeoutSeconds: 120) {
            try condition()
                && board.shell("systemctl show -P ActiveState touchtracker-reports") == "inactive"
        }
    }

    private func waitForCopy(_ number: String, on board: VirtualBoard) throws {
        try waitForHelper(board) {
            try onBoot("ls -d reports/\(number)-* || true", of: board).hasSuffix("Panel.x")
        }
    }

    @Test("Reports are copied, the newest 20 are kept; what isn't a report stays where it is.")
    func reports() throws {
        let board = try bootBoard()
        try board.shell(
            """
            cd /var/lib/touchtracker
            setpriv --reuid touchtracker --regid touchtracker --clear-groups sh -c '
            mkdir -p reports/0007-b-d "reports/0008-$(printf "a\\nb")" "reports/0009-a b"
            ln -s /etc/shadow reports/0007-b-d/report.json
            ln -s /etc reports/0010-b-d
            echo other >reports/0007-b-d/other
            echo whole >reports/0009-a\\ b/report.json'
            """)
        try writeReports(1...3, on: board)
        try waitForCopy("0003", on: board)
        #expect(
            try onBoot("ls -1 reports", of: board)
                == "0001-Board_1-Panel.x\n0002-Board_1-Panel.x\n0003-Board_1-Panel.x")
        #expect(
            try onBoot(
                "cd reports/0002*; ls -1; cat *.json *.html; wc -c <recording.yaml", of: board)
                == "recording.yaml\nreport.html\nreport.json\n{\"number\": 2}\n<p>2\n1024")
        // One that takes its time.
        try board.shell(
            """
            cd /var/lib/touchtracker/reports
            setpriv --reuid touchtracker --regid touchtracker --clear-groups sh -c '
            mkdir 0004-Slow; echo 1 >0004-Slow/report.json; sleep 4
            echo 2 >0004-Slow/report.html; echo 3 >0004-Slow/recording.yaml'
            """)
        try waitForHelper(board) {
            try onBoot("cat reports/0004-Slow/* || true", of: board) == "3\n2\n1"
        }
        try writeReports(9_990...10_011, on: board)
        try waitForCopy("10011", on: board)
        let names = try onBoot("ls -1 reports", of: board).split(separator: "\n").map(String.init)
        let expected = (9_992...10_011).map { "\($0)-Board_1-Panel.x" }
        #expect(names.sorted() == expected.sorted())
        let lines = try log(of: "touchtracker-reports", on: board)
        #expect(lines.allSatisfy { $0.contains("are no folders with a report's name") }, "\(lines)")
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }

    @Test(
        "On a full boot partition the oldest copies give way to a new one, and none goes in vain.")
    func full() throws {
        let board = try bootBoard()
        try writeReports(1...4, kilobytes: 1_024, on: board)
        try waitForCopy("0004", on: board)
        try onBoot(
            "head -c $(($(df -B 1 --output=avail . | tail -n 1) - 524288)) /dev/zero >kernel.img",
            of: board)
        try writeReports(5...5, kilobytes: 2_048, on: board)
        try waitForCopy("0005", on: board)
        #expect(
            try onBoot("ls -1 reports", of: board)
                == "0003-Board_1-Panel.x\n0004-Board_1-Panel.x\n0005-Board_1-Panel.x")
        #expect(try onBoot("cat reports/0005*/recording.yaml | wc -c", of: board) == "2097152")
        #expect(
            try log(of: "touchtracker-reports", on: board).filter { $0.contains("full") }
                .flatMap { $0.split(separator: ":").last?.split(separator: " ") ?? [] }
                == ["0001-Board_1-Panel.x", "0002-Board_1-Panel.x"])

        // One for which there can't be room.
        try writeReports(6...6, kilobytes: 8_192, on: board)
        var last = ""
        try waitForHelper(board) {
            last = try log(of: "touchtracker-reports", on: board).last ?? ""
            return last.contains("0006")
        }
        #expect(last.contains("0006-Board_1-Panel.x is not copied"), "\(last)")
        #expect(last.contains("remedy: delete there what isn't needed"))
        #expect(try onBoot("ls reports | wc -l", of: board) == "3")
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }

    // MARK: Damage

    @Test(
        "With a boot partition that can't be read, or none, the board draws, and says so in a line."
    )
    func erased() throws {
        let image = try BoardImage(
            copying: #require(BoardEnvironment.imageDirectory), name: "erased-image")
        try image.eraseBoot()
        let board = try VirtualBoard.boot(.init(image: image.directory))
        try board.waitForPicture()
        try board.waitForTouch()
        try board.down(0, x: 100, y: 100)
        try board.move(0, x: 300, y: 200)
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 10) {
            $0[100, 100] == Ink.finished && $0[300, 200] == Ink.finished
        }
        try board.wait(for: "the board has given up on it", timeoutSeconds: 60) {
            try !log(of: "touchtracker-boot-files", on: board).isEmpty
        }
        let lines = try log(of: "touchtracker-boot-files", on: board)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("no FAT partition labelled TT-BOOT") == true, "\(lines)")
        // One whose label can be read, and nothing else.
        try board.shell("mkdir -p /dev/touchtracker; ln -s ../vda1 /dev/touchtracker/boot")
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        let last = try #require(try log(of: "touchtracker-boot-files", on: board).last)
        #expect(last.hasPrefix("boot partition: it can't be mounted: mount: /mnt: "), "\(last)")
        #expect(try log(of: "touchtracker-boot-files", on: board).count == 2)
        #expect(try board.kioskProperty("NRestarts") == "0")
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }
}
