import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Request files and reports on a board's boot partition.
@Suite("Boot partition", .serialized, .requiresBoard)
struct BootPartitionTests {
    private static let restartMessage = "field-test: restarting the kiosk"

    /// Boots a board, and waits until its boot is complete.
    private func bootBoard() throws -> VirtualBoard {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.waitForCompleteBoot()
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
        try board.wait(for: "the kiosk has been restarted") { try board.kioskStartCount() == 2 }
        #expect(
            try board.log(ofUnit: "touchtracker-boot-files") == [
                "boot partition: \(Self.restartMessage)"
            ])
        #expect(
            try board.runInBootPartition("ls -1 -I README.txt; cat field-test.done")
                == "field-test.done\nplease")
        #expect(try board.shell("findmnt -n /mnt || true") == "")

        // A unit command shows the request file that the restarted kiosk finds.
        try board.overrideKioskUnit(
            "ExecStartPre=-/usr/bin/stat -c 'found %%n of %%U' /run/touchtracker/field-test")
        try board.shell("rm -f /run/touchtracker/field-test")
        try board.runInBootPartition("touch field-test")
        try board.shell("systemctl start touchtracker-boot-files")
        try board.wait(for: "the kiosk has been restarted") { try board.kioskStartCount() == 4 }
        #expect(
            try board.kioskLog().contains("found /run/touchtracker/field-test of touchtracker"))
        #expect(try board.runInBootPartition("ls -1 -I README.txt") == "field-test.done")

        // Without a request file the kiosk is not restarted.
        let process = try board.kioskProcessID()
        try board.shell("systemctl start touchtracker-boot-files")
        #expect(try board.kioskProcessID() == process)
        #expect(try board.log(ofUnit: "touchtracker-boot-files").count == 2)
        #expect(try board.failedUnits() == "")
    }

    @Test("Requests for calibration and for a lock reset are handled in one restart of the kiosk")
    func orientAndResetLockRequests() throws {
        let board = try bootBoard()
        try board.setUnlockPattern("1236")
        try board.runInBootPartition("touch ORIENT.TXT reset-lock")
        try board.shell("systemctl start touchtracker-boot-files")
        // The background of the calibration screen, and its first mark.
        try board.waitForPicture { $0[3, 3] == 0xFFFFFF && $0[250, 60] == 0x000000 }
        #expect(
            try board.log(ofUnit: "touchtracker-boot-files") == [
                "boot partition: reset-lock, orient: restarting the kiosk"
            ])
        #expect(
            try board.runInBootPartition("ls -1 -I README.txt").split(separator: "\n").sorted()
                == ["orient.done", "reset-lock.done"])
        #expect(try board.kioskStartCount() == 2)
        #expect(
            try board.kioskLog().contains("reset-lock: the unlock pattern was removed"))
        #expect(
            try board.shell("touchtracker lock status --state /var/lib/touchtracker")
                .hasPrefix("pattern: not set"))
        #expect(try board.shell("ls /run/touchtracker") == "")
        // Without a tap the calibration screen closes after 30 s.
        try board.waitForPicture { $0[3, 3] == Ink.ground }
    }

    @Test("A request file that cannot be renamed is ignored")
    func unrenamableRequest() throws {
        let board = try bootBoard()
        let process = try board.kioskProcessID()
        try board.runInBootPartition("mkdir field-test.done; touch field-test")
        try board.shell("systemctl start touchtracker-boot-files")
        let lines = try board.log(ofUnit: "touchtracker-boot-files")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("field-test: ignored: cannot be renamed") == true, "\(lines)")
        #expect(
            try board.runInBootPartition("ls -1 -I README.txt") == "field-test\nfield-test.done")
        #expect(try board.kioskProcessID() == process)
        #expect(try board.shell("ls /run/touchtracker") == "")
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
            """)
    }

    /// Waits until `condition` holds and the unit that copies reports is inactive.
    private func waitForCopying(
        _ board: VirtualBoard, until condition: () throws -> Bool
    ) throws {
        try board.wait(for: "the reports have been copied") {
            try condition()
                && board.shell("systemctl show -P ActiveState touchtracker-reports") == "inactive"
        }
    }

    /// Waits until the report with a number has been copied.
    private func waitForCopy(of number: String, on board: VirtualBoard) throws {
        try waitForCopying(board) {
            try board.runInBootPartition("ls -d reports/\(number)-* || true").hasSuffix("Panel.x")
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
            try board.runInBootPartition("ls -1 reports")
                == "0001-Board_1-Panel.x\n0002-Board_1-Panel.x\n0003-Board_1-Panel.x")
        #expect(
            try board.runInBootPartition(
                "cd reports/0002*; ls -1; cat *.json *.html; wc -c <recording.yaml")
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
            try board.runInBootPartition("cat reports/0004-Slow/* || true") == "3\n2\n1"
        }
        try writeReports(9_990...10_011, on: board)
        try waitForCopy(of: "10011", on: board)
        let names = try board.runInBootPartition("ls -1 reports").split(separator: "\n").map(
            String.init)
        let expected = (9_992...10_011).map { "\($0)-Board_1-Panel.x" }
        #expect(names.sorted() == expected.sorted())
        let lines = try board.log(ofUnit: "touchtracker-reports")
        #expect(lines.allSatisfy { $0.contains("that are not report folders") }, "\(lines)")
        // Two names with characters that are not allowed, and a link.
        #expect(lines.last?.contains("ignored 3 entries") == true, "\(lines)")
        #expect(try board.failedUnits() == "")
    }

    @Test("On a full boot partition the oldest copies are removed for a new one that then fits")
    func fullPartition() throws {
        let board = try bootBoard()
        try writeReports(1...4, kilobytes: 1_024, on: board)
        try waitForCopy(of: "0004", on: board)
        try board.runInBootPartition(
            "head -c $(($(df -B 1 --output=avail . | tail -n 1) - 524288)) /dev/zero >kernel.img")
        try writeReports(5...5, kilobytes: 2_048, on: board)
        try waitForCopy(of: "0005", on: board)
        #expect(
            try board.runInBootPartition("ls -1 reports")
                == "0003-Board_1-Panel.x\n0004-Board_1-Panel.x\n0005-Board_1-Panel.x")
        #expect(
            try board.runInBootPartition("cat reports/0005*/recording.yaml | wc -c") == "2097152")
        #expect(
            try board.log(ofUnit: "touchtracker-reports").filter { $0.contains("full") }
                .flatMap { $0.split(separator: ":").last?.split(separator: " ") ?? [] }
                == ["0001-Board_1-Panel.x", "0002-Board_1-Panel.x"])

        // A report that is larger than all copies together.
        try writeReports(6...6, kilobytes: 8_192, on: board)
        var last = ""
        try waitForCopying(board) {
            last = try board.log(ofUnit: "touchtracker-reports").last ?? ""
            return last.contains("0006")
        }
        #expect(last.contains("0006-Board_1-Panel.x: not copied"), "\(last)")
        #expect(last.contains("delete unneeded files there"))
        #expect(try board.runInBootPartition("ls reports | wc -l") == "3")
        #expect(try board.failedUnits() == "")
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
        try board.drawShownLine((100, 100), (300, 200))
        try board.wait(for: "the error message") {
            try !board.log(ofUnit: "touchtracker-boot-files").isEmpty
        }
        let lines = try board.log(ofUnit: "touchtracker-boot-files")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("no FAT partition labelled TT-BOOT") == true, "\(lines)")
        // A partition whose device exists, but whose file system is damaged.
        try board.shell("mkdir -p /dev/touchtracker; ln -s ../vda1 /dev/touchtracker/boot")
        try board.shell("systemctl start touchtracker-boot-files")
        let last = try #require(try board.log(ofUnit: "touchtracker-boot-files").last)
        #expect(last.hasPrefix("boot partition: cannot be mounted: mount: /mnt: "), "\(last)")
        #expect(try board.log(ofUnit: "touchtracker-boot-files").count == 2)
        #expect(try board.kioskProperty("NRestarts") == "0")
        #expect(try board.failedUnits() == "")
    }
}
