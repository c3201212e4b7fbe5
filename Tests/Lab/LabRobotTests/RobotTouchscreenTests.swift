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

    @Test("The imitated displays are recognized as touchscreens that their drivers may poll")
    func models() {
        for (model, slots, isAdjustable) in [
            (RobotModel.touchDisplay2, 5, true), (.touchDisplay, 10, false),
        ] {
            let description = model.description
            #expect(description.slotCount == slots)
            let sampling = TouchSampling(
                deviceName: description.name, bus: description.identity.bus)
            let polling = TouchPolling(milliseconds: 17, range: isAdjustable ? 0...17 : nil)
            #expect(sampling == .polledIfRegular(polling))
        }
        #expect(
            TouchSampling(deviceName: RobotTouchscreen.description.name, bus: 6) == .unknown)
    }

    @Test("The description is that of a touchscreen with ten slots")
    func description() {
        #expect(RobotTouchscreen.description.slotCount == 10)
        #expect(RobotTouchscreen.description.properties == [UInt16(1)])
    }
}
