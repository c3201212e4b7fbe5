import KioskRuntime
import TouchKit

/// A list of names that scrolls.
final class ListView: UIScrollView {
    private static let rowHeight: CGFloat = 44
    private var rows: [UILabel] = []

    /// The names, one in each row.
    var names: [String] = [] {
        didSet { showNames() }
    }

    private func showNames() {
        for row in rows { row.removeFromSuperview() }
        rows = names.map { name in
            let row = UILabel(frame: .zero)
            row.text = name
            addSubview(row)
            return row
        }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        for (index, row) in rows.enumerated() {
            row.frame = CGRect(
                x: 16, y: CGFloat(index) * Self.rowHeight, width: bounds.width - 32,
                height: Self.rowHeight)
        }
        contentSize = CGSize(width: bounds.width, height: CGFloat(rows.count) * Self.rowHeight)
    }
}

/// The controller that downloads the names and shows them, or the error.
final class ListViewController: UIViewController {
    let list = ListView(frame: .zero)
    private let service: NameService

    init(service: NameService) {
        self.service = service
        super.init()
    }

    override func loadView() {
        list.backgroundColor = .white
        view = list
    }

    override func viewDidLoad() {
        list.names = ["Loading …"]
        Task {
            do {
                list.names = try await service.names()
            } catch {
                list.names = ["\(error)"]
            }
        }
    }
}

/// The application delegate.
final class AppDelegate: UIApplicationDelegate {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let controller = ListViewController(service: NameService(address: address))
    /// The address of the document: the program's argument.
    static var address = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8000/names"

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window.rootViewController = controller
        window.makeKeyAndVisible()
        return true
    }
}

@main
struct App {
    static func main() throws {
        try Kiosk.run(AppDelegate.self)
    }
}
