import Cards
import KioskRuntime

@main
struct App {
    static func main() {
        Kiosk.main(
            CardsDelegate.self,
            commandLine: KioskCommandLine(summary: "Cards to drag and turn over.", version: "1.0"))
    }
}
