import Foundation
import Glibc
import KioskSystem
import LabRobot
import Testing
import TouchTrackerTestSupport

@Suite("Robot's panel")
struct RobotPanelTests {
    private func error(_ code: Int32, path: String? = "/dev/uinput") -> RobotError {
        RobotError(LinuxError(operation: "open", code: Errno(rawValue: code), path: path))
    }

    @Test("Each refusal is told with its cause and its remedy, in one line.")
    func refusals() {
        for code in [ENOENT, ENODEV] {
            #expect(
                error(code).description
                    == "robot: /dev/uinput isn't there: load the kernel's module for it (modprobe uinput)"
            )
        }
        #expect(
            RobotError.denied(group: "root").description
                == "robot: /dev/uinput: this user may not open it; run it as root, or let a udev rule give it to a group of the user's"
        )
        #expect(
            RobotError.denied(group: "input").description
                == "robot: /dev/uinput: this user may not open it; run it as root, or add the user to the group input"
        )
        #expect(
            error(EPERM).description
                == "robot: /dev/uinput: the service's device policy forbids it; its unit needs DeviceAllow=/dev/uinput rw"
        )
        #expect(
            error(EINVAL, path: nil).description
                == "robot: open: Invalid argument; see the kernel's log (journalctl -k)")
    }

    @Test(
        "Where there is no uinput, that is what it says.",
        .enabled(
            if: !FileManager.default.fileExists(atPath: "/dev/uinput"),
            "this machine has uinput; with it, RobotOnABoardTests plays"))
    func missing() {
        #expect(throws: RobotError.missing) { try RobotPanel() }
    }

    @Test("It says of itself what a touch screen of ten fingers says.")
    func description() {
        #expect(RobotPanel.description.slotCount == 10)
        #expect(RobotPanel.description.properties == [UInt16(1)])
    }
}
