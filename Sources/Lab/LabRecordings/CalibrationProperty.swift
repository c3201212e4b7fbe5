import TouchKitGeometry

extension Recording.Device {
    /// The key of the property that corrects a device's positions.
    private static let calibrationKey = "LIBINPUT_CALIBRATION_MATRIX"

    /// The correction that udev asks for, as libinput reads it: the first six of the numbers between
    /// blanks, in single precision. The identity where udev asks for none, or for nonsense:
    /// `calibrationComplaint` then says so.
    package var calibration: TouchCalibration {
        calibrationText.flatMap { Self.calibration($0) } ?? .identity
    }

    /// One line on a correction that makes no sense; libinput passes it over without a word. nil
    /// where all is well.
    package var calibrationComplaint: String? {
        guard let text = calibrationText, Self.calibration(text) == nil else { return nil }
        let shown = String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(60).map {
                    $0.isASCII && $0.value >= 0x20 && $0.value < 0x7F ? $0 : "?"
                }))
        return "\(Self.calibrationKey)=\(shown) isn't six decimal numbers and is passed over; "
            + "correct the udev rule"
    }

    private var calibrationText: String? {
        udevProperties.last { $0.key == Self.calibrationKey }?.value
    }

    private static func calibration(_ text: String) -> TouchCalibration? {
        let words = text.utf8.split(separator: UInt8(ascii: " "))
        guard words.count >= 6 else { return nil }
        var numbers: [Double] = []
        for word in words.prefix(6) {
            guard let number = number(word) else { return nil }
            numbers.append(number)
        }
        return TouchCalibration(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4],
            f: numbers[5])
    }

    /// A number without an exponent, as libinput's `safe_atod` accepts it.
    private static func number(_ word: Substring.UTF8View) -> Double? {
        let isAllowed = word.allSatisfy {
            switch $0 {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard isAllowed, let value = Double(Substring(word)), value == 0 || value.isNormal else {
            return nil
        }
        let single = Float(value)
        // Beyond what single precision holds, libinput computes with infinity; a place can't.
        return single.isFinite ? Double(single) : nil
    }
}
