import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// The corrections of touch devices that are kept on the board.
@MainActor
package final class KeptCalibrations {
    private var file = CalibrationFile()
    private let log: Log
    /// Writes them; nil where nothing is kept.
    private let writer: NewestWriter<String>?

    /// Reads what was kept before; a file that says nothing sensible costs a line of the log.
    ///
    /// - Parameters:
    ///   - path: The file; nil where nothing is kept.
    ///   - log: Gets what goes wrong with it.
    package init(file path: String?, log: Log = Log()) {
        self.log = log
        writer = path.map {
            NewestWriter(
                name: "calibration", file: $0, of: "how a touch panel is corrected", log: log)
        }
        guard let path else { return }
        do {
            file = try CalibrationFile(file: path)
        } catch {
            log.warning("\(error); touch panels are corrected as if there were no such file")
        }
    }

    /// What is kept for a device; nil where nothing is.
    package subscript(_ key: DeviceKey?) -> TouchCalibration? {
        // What can't be told from others has nothing of its own.
        key == nil ? nil : file[key]
    }

    /// Keeps a device's correction from now on.
    ///
    /// - Returns: Why it can't be kept, one line; nil where it is being written.
    package func keep(
        _ calibration: TouchCalibration, for key: DeviceKey?, name: String
    ) -> String? {
        guard let writer else {
            log.warning(
                "how \(name) is corrected isn't kept: no folder for it is known; name one with --state"
            )
            return "No folder for it is known: it holds until the next start"
        }
        guard let key else {
            log.warning(
                "how \(name) is corrected isn't kept: the device doesn't say what it is; let a udev rule set LIBINPUT_CALIBRATION_MATRIX to \"\(calibration.matrix)\""
            )
            return "The panel doesn't say what it is: it holds until the next start"
        }
        file.keep(CalibrationFile.Entry(key: key, name: name, calibration: calibration))
        log.info("\(name) is corrected by \(calibration.matrix) from now on")
        writer.submit(file.text)
        return nil
    }

    /// Returns when what was kept is on the disk, or was refused by it.
    package func finishWriting() {
        writer?.finish()
    }
}
