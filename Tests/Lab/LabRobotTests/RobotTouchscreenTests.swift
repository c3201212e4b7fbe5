import Foundation
import Glibc
import KioskSystem
import LabRobot
import Testing
import TouchKitContacts
import TouchTrackerTestSupport

@Suite("RobotTouchscreen")
struct RobotTouchscreenTests {
    private func error(_ code: Int32, path: String? = "/dev/uinput") -> RobotError {
        RobotError(LinuxError(operation: "open", code: Errno(rawValue: code), path: path))
    }

    @Test("Each error is one line with its cause and a remedy")
    func errorMessages() {
        for code in [ENOENT, ENODEV] {
            #expect(
                error(code).description
                    == "robot: /dev/uinput: not found; load the kernel module (modprobe uinput)"
            )
        }
        #expect(
            RobotError.denied(group: "root").description
                == "robot: /dev/uinput: permission denied; run as root, or add a udev rule for a "
                + "group of the user"
        )
        #expect(
            RobotError.denied(group: "input").description
                == "robot: /dev/uinput: permission denied; run as root, or add the user to the "
                + "group input"
        )
        #expect(
            error(EPERM).description
                == "robot: /dev/uinput: the service's device policy forbids it; "
                + "add DeviceAllow=/dev/uinput rw to its unit"
        )
        #expect(
            error(EINVAL, path: nil).description
                == "robot: open: Invalid argument; see the kernel log (journalctl -k)")
    }

    @Test(
        "Without uinput the error is that it is missing",
        .enabled(
            if: !FileManager.default.fileExists(atPath: "/dev/uinput"),
            "this computer has uinput, which RobotBoardTests covers"))
    func missing() {
        #expect(throws: RobotError.missing) { try RobotTouchscreen() }
    }

    @Test("The description is that of a touchscreen with ten slots")
    func description() {
        #expect(RobotTouchscreen.description.slotCount == 10)
        #expect(RobotTouchscreen.description.properties == [UInt16(1)])
    }
}
