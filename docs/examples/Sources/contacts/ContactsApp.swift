import KioskRuntime
import TouchKit

// An app written as for iOS. The article "From iOS to a board" counts the lines that differ.

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = ContactsViewController()
        window.makeKeyAndVisible()
        self.window = window
        return true
    }

    static func main() throws {
        try Kiosk.run(AppDelegate.self)
    }
}

/// The list of contacts.
final class ContactsViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
    var contacts = (1...100).map { Contact(name: "Contact \($0)") }
    var service = ContactService(
        address: CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8000/contacts.json")
    let table = UITableView(frame: .zero)

    override func loadView() {
        table.dataSource = self
        table.delegate = self
        view = table
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        table.register(UITableViewCell.self, forCellReuseIdentifier: "contact")
        let refreshControl = UIRefreshControl()
        refreshControl.addTarget(self, action: { $0.refresh }, for: .valueChanged)
        table.refreshControl = refreshControl
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        if let selected = table.indexPathForSelectedRow {
            table.deselectRow(at: selected, animated: animated)
        }
    }

    func refresh() {
        Task {
            do {
                contacts = try await service.contacts()
                table.reloadData()
            } catch {
                showError(error)
            }
            table.refreshControl?.endRefreshing()
        }
    }

    func showError(_ error: Error) {
        let alert = UIAlertController(
            title: "Cannot load the contacts", message: "\(error)", preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        present(alert, animated: true)
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        contacts.count
    }

    func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "contact", for: indexPath)
        cell.textLabel?.text = contacts[indexPath.row].name
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        let detail = ContactViewController(contact: contacts[indexPath.row])
        detail.onDelete = { [weak self] in
            self?.contacts.remove(at: indexPath.row)
            self?.table.deleteRows(at: [indexPath], with: .automatic)
        }
        present(detail, animated: true)
    }
}

/// The details of a contact: two sliders, and a button that deletes the contact after a question.
final class ContactViewController: UIViewController {
    var contact: Contact
    var onDelete: (() -> Void)?

    init(contact: Contact) {
        self.contact = contact
        super.init()
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        let name = UILabel()
        name.text = contact.name
        name.textAlignment = .center
        let volume = UISlider()
        volume.value = contact.volume
        volume.addAction(
            UIAction { [weak self] _ in self?.contact.volume = volume.value }, for: .valueChanged)
        let brightness = UISlider()
        brightness.value = contact.brightness
        brightness.addAction(
            UIAction { [weak self] _ in self?.contact.brightness = brightness.value },
            for: .valueChanged)
        let close = UIButton(type: .system)
        close.setTitle("Close", for: .normal)
        close.addAction(
            UIAction { [weak self] _ in self?.dismiss(animated: true) }, for: .touchUpInside)
        let delete = UIButton(type: .system)
        delete.setTitle("Delete", for: .normal)
        delete.setTitleColor(.systemRed, for: .normal)
        delete.addAction(
            UIAction { [weak self] _ in self?.askToDelete() }, for: .touchUpInside)
        let stack = UIStackView(arrangedSubviews: [name, volume, brightness, delete, close])
        stack.axis = .vertical
        stack.distribution = .equalSpacing
        stack.frame = view.bounds.insetBy(dx: 20, dy: 40)
        stack.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(stack)
    }

    func askToDelete() {
        let alert = UIAlertController(
            title: "Delete \(contact.name)?", message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.addAction(
            UIAlertAction(title: "Delete", style: .destructive) { [weak self] _ in
                self?.onDelete?()
                self?.dismiss(animated: true)
            })
        present(alert, animated: true)
    }
}
