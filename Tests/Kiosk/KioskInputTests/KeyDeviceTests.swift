import KioskInput
import Testing

@Suite("Key devices")
struct KeyDeviceTests {
    @Test(
        "A device with keys is a key device unless it reports positions or movements.",
        arguments: [
            (["ID_INPUT_KEY"], true), (["ID_INPUT_KEY", "ID_INPUT_KEYBOARD"], true),
            (["ID_INPUT_KEY", "ID_INPUT_TOUCHSCREEN"], false),
            (["ID_INPUT_KEY", "ID_INPUT_MOUSE"], false),
            (["ID_INPUT_KEY", "ID_INPUT_KEYBOARD", "ID_INPUT_TABLET"], false),
            (["ID_INPUT_TOUCHSCREEN"], false), ([], false),
        ])
    func classes(keys: [String], isKeyDevice: Bool) {
        let properties = UdevProperties(
            (["ID_INPUT"] + keys).map { UdevProperties.Property(key: $0, value: "1") })
        #expect(properties.isKeyDevice == isKeyDevice)
    }
}
