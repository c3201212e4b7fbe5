import KioskInput
import Testing

@Suite("UdevProperties: keyboards")
struct UdevPropertiesKeyboardTests {
    @Test(
        "A device is a keyboard if udev says so, or if it has keys and reports no positions.",
        arguments: [
            (["ID_INPUT_KEY"], true), (["ID_INPUT_KEY", "ID_INPUT_KEYBOARD"], true),
            (["ID_INPUT_KEY", "ID_INPUT_KEYBOARD", "ID_INPUT_MOUSE"], true),
            (["ID_INPUT_KEY", "ID_INPUT_KEYBOARD", "ID_INPUT_TABLET"], true),
            (["ID_INPUT_KEY", "ID_INPUT_KEYBOARD", "ID_INPUT_TOUCHSCREEN"], false),
            (["ID_INPUT_KEY", "ID_INPUT_TOUCHSCREEN"], false),
            (["ID_INPUT_KEY", "ID_INPUT_MOUSE"], false),
            (["ID_INPUT_TOUCHSCREEN"], false), ([], false),
        ])
    func classes(keys: [String], isKeyboard: Bool) {
        let properties = UdevProperties(
            (["ID_INPUT"] + keys).map { UdevProperties.Property(key: $0, value: "1") })
        #expect(properties.isKeyboard == isKeyboard)
    }
}
