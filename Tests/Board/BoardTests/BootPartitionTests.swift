import Foundation
import Testing
import TouchTrackerTestSupport

/// Request files and reports on a board's boot partition.
@Suite(
    "Boot partition", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
struct BootPartitionTests {
    private static let restartMessage = "field-test: restarting the kiosk"

    /// Runs a command as root in the mounted boot partition.
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

    /// Returns the lines that a unit's processes have logged so far, without systemd's own lines.
    private func log(of unit: String, on board: VirtualBoard) throws -> [String] {
        try board.shell(
            "journalctl --sync; journalctl --no-pager -q -o cat _SYSTEMD_UNIT=\(unit).service"
        ).split(separator: "\n").map(String.init)
    }

    /// Returns the number of kiosk starts, from the log lines "first frame".
    private func startCount(of board: VirtualBoard) throws -> Int {
        try log(of: "touchtracker", on: board).count { $0.hasPrefix("first frame;") }
    }

    /// Boots a board, and waits until its boot is complete.
    private func bootBoard() throws -> VirtualBoard {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.wait(for: "the boot is complete", timeoutSeconds: 60) {
            try board.shell("systemctl is-active touchtracker.target || true") == "active"
        }
        return board
    }

    // MARK: Request files

    @Test("A request file for a field test is renamed and restarts the kiosk once")
    func fieldTestRequest() throws {
        let image = try BoardImage(
            copying: #require(BoardEnvironment.imageDirectory), name: "field-test-image")
        try image.writeToBootPartition("FIELD-TEST.TXT", line: "please")
        try image.writeToBootPartition("field-test.done", line: "the last time")
        let board = try VirtualBoard.boot(.init(image: image.directory))
        try board.waitForPicture()
        try board.wait(for: "the kiosk has been restarted", timeoutSeconds: 60) {
            try startCount(of: board) == 2
        }
        #expect(
            try log(of: "touchtracker-boot-files", on: board) == [
                "boot partition: \(Self.restartMessage)"
            ])
        #expect(
            try onBoot("ls -1 -I README.txt; cat field-test.done", of: board)
                == "field-test.done\nplease")
        #expect(try board.shell("findmnt -n /mnt || true") == "")

        // A unit command shows the request file that the restarted kiosk finds.
        try board.overrideKioskUnit(
            "ExecStartPre=-/usr/bin/stat -c 'found %%n of %%U' /run/touchtracker/field-test")
        try board.shell("rm -f /run/touchtracker/field-test")
        try onBoot("touch field-test", of: board)
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        try board.wait(for: "the kiosk has been restarted") { try startCount(of: board) == 4 }
        #expect(
            try board.kioskLog().contains("found /run/touchtracker/field-test of touchtracker"))
        #expect(try onBoot("ls -1 -I README.txt", of: board) == "field-test.done")

        // Without a request file the kiosk is not restarted.
        let process = try board.kioskProcessID()
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        #expect(try board.kioskProcessID() == process)
        #expect(try log(of: "touchtracker-boot-files", on: board).count == 2)
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }

    @Test(
        "Requests for calibration and for a lock reset are handled in one restart of the kiosk"
    )
    func orientAndResetLockRequests() throws {
        let board = try bootBoard()
        try board.shell(
            "printf '1236\\n1236\\n' | touchtracker lock set --state /var/lib/touchtracker")
        try onBoot("touch ORIENT.TXT reset-lock", of: board)
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        // The background of the calibration screen, and its first mark.
        try board.waitForPicture(timeoutSeconds: 60) {
            $0[3, 3] == 0xFFFFFF && $0[250, 60] == 0x000000
        }
        #expect(
            try log(of: "touchtracker-boot-files", on: board) == [
                "boot partition: reset-lock, orient: restarting the kiosk"
            ])
        #expect(
            try onBoot("ls -1 -I README.txt", of: board).split(separator: "\n").sorted()
                == ["orient.done", "reset-lock.done"])
        #expect(try startCount(of: board) == 2)
        #expect(
            try board.kioskLog().contains("reset-lock: the unlock pattern was removed"))
        #expect(
            try board.shell("touchtracker lock status --state /var/lib/touchtracker")
                .hasPrefix("pattern: not set"))
        #expect(try board.shell("ls /run/touchtracker") == "")
        try board.exportScreenshot("orient-file")
        // Without a tap the calibration screen closes after 30 s.
        try board.waitForPicture(timeoutSeconds: 60) { $0[3, 3] == Ink.ground }
        try board.stop()
    }

    @Test("A request file that cannot be renamed is ignored")
    func unrenamableRequest() throws {
        let board = try bootBoard()
        let process = try board.kioskProcessID()
        try onBoot("mkdir field-test.done; touch field-test", of: board)
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        let lines = try log(of: "touchtracker-boot-files", on: board)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("field-test: ignored: cannot be renamed") == true, "\(lines)")
        #expect(try onBoot("ls -1 -I README.txt", of: board) == "field-test\nfield-test.done")
        #expect(try board.kioskProcessID() == process)
        #expect(try board.shell("ls /run/touchtracker") == "")
        try board.stop()
    }

    // MARK: Reports

    /// Writes numbered reports as the kiosk's user, with recordings of `kilobytes`.
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

    /// Waits until `condition` holds and the unit that copies reports is inactive.
    private func waitForCopying(
        _ board: VirtualBoard, until condition: () throws -> Bool
    ) throws {
        try board.wait(for: "the reports have been copied", timeoutSeconds: 120) {
            try condition()
                && board.shell("systemctl show -P ActiveState touchtracker-reports") == "inactive"
        }
    }

    /// Waits until the report with a number has been copied.
    private func waitForCopy(of number: String, on board: VirtualBoard) throws {
        try waitForCopying(board) {
            try onBoot("ls -d reports/\(number)-* || true", of: board).hasSuffix("Panel.x")
        }
    }

    @Test("The newest 20 reports are copied; entries that are not reports are ignored")
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
        try waitForCopy(of: "0003", on: board)
        #expect(
            try onBoot("ls -1 reports", of: board)
                == "0001-Board_1-Panel.x\n0002-Board_1-Panel.x\n0003-Board_1-Panel.x")
        #expect(
            try onBoot(
                "cd reports/0002*; ls -1; cat *.json *.html; wc -c <recording.yaml", of: board)
                == "recording.yaml\nreport.html\nreport.json\n{\"number\": 2}\n<p>2\n1024")
        // A report whose files are written slowly.
        try board.shell(
            """
            cd /var/lib/touchtracker/reports
            setpriv --reuid touchtracker --regid touchtracker --clear-groups sh -c '
            mkdir 0004-Slow; echo 1 >0004-Slow/report.json; sleep 4
            echo 2 >0004-Slow/report.html; echo 3 >0004-Slow/recording.yaml'
            """)
        try waitForCopying(board) {
            try onBoot("cat reports/0004-Slow/* || true", of: board) == "3\n2\n1"
        }
        try writeReports(9_990...10_011, on: board)
        try waitForCopy(of: "10011", on: board)
        let names = try onBoot("ls -1 reports", of: board).split(separator: "\n").map(String.init)
        let expected = (9_992...10_011).map { "\($0)-Board_1-Panel.x" }
        #expect(names.sorted() == expected.sorted())
        let lines = try log(of: "touchtracker-reports", on: board)
        #expect(lines.allSatisfy { $0.contains("that are not report folders") }, "\(lines)")
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }

    @Test(
        "On a full boot partition the oldest copies are removed for a new one that then fits"
    )
    func fullPartition() throws {
        let board = try bootBoard()
        try writeReports(1...4, kilobytes: 1_024, on: board)
        try waitForCopy(of: "0004", on: board)
        try onBoot(
            "head -c $(($(df -B 1 --output=avail . | tail -n 1) - 524288)) /dev/zero >kernel.img",
            of: board)
        try writeReports(5...5, kilobytes: 2_048, on: board)
        try waitForCopy(of: "0005", on: board)
        #expect(
            try onBoot("ls -1 reports", of: board)
                == "0003-Board_1-Panel.x\n0004-Board_1-Panel.x\n0005-Board_1-Panel.x")
        #expect(try onBoot("cat reports/0005*/recording.yaml | wc -c", of: board) == "2097152")
        #expect(
            try log(of: "touchtracker-reports", on: board).filter { $0.contains("full") }
                .flatMap { $0.split(separator: ":").last?.split(separator: " ") ?? [] }
                == ["0001-Board_1-Panel.x", "0002-Board_1-Panel.x"])

        // A report that is larger than all copies together.
        try writeReports(6...6, kilobytes: 8_192, on: board)
        var last = ""
        try waitForCopying(board) {
            last = try log(of: "touchtracker-reports", on: board).last ?? ""
            return last.contains("0006")
        }
        #expect(last.contains("0006-Board_1-Panel.x: not copied"), "\(last)")
        #expect(last.contains("delete unneeded files there"))
        #expect(try onBoot("ls reports | wc -l", of: board) == "3")
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }

    // MARK: Damaged partitions

    @Test("Without a readable boot partition the kiosk draws, and one line reports the error")
    func unreadablePartition() throws {
        let image = try BoardImage(
            copying: #require(BoardEnvironment.imageDirectory), name: "erased-image")
        try image.eraseBootPartition()
        let board = try VirtualBoard.boot(.init(image: image.directory))
        try board.waitForPicture()
        try board.waitForTouchscreen()
        try board.down(0, x: 100, y: 100)
        try board.move(0, x: 300, y: 200)
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 10) {
            $0[100, 100] == Ink.finished && $0[300, 200] == Ink.finished
        }
        try board.wait(for: "the error message", timeoutSeconds: 60) {
            try !log(of: "touchtracker-boot-files", on: board).isEmpty
        }
        let lines = try log(of: "touchtracker-boot-files", on: board)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("no FAT partition labelled TT-BOOT") == true, "\(lines)")
        // A partition whose device exists, but whose file system is damaged.
        try board.shell("mkdir -p /dev/touchtracker; ln -s ../vda1 /dev/touchtracker/boot")
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        let last = try #require(try log(of: "touchtracker-boot-files", on: board).last)
        #expect(last.hasPrefix("boot partition: cannot be mounted: mount: /mnt: "), "\(last)")
        #expect(try log(of: "touchtracker-boot-files", on: board).count == 2)
        #expect(try board.kioskProperty("NRestarts") == "0")
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }
}
