import Cards
import KioskRuntime

@main
struct App {
    static func main() throws {
        try Kiosk.run(CardsDelegate.self)
    }
}
