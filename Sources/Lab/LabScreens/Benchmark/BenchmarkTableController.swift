import TouchKit

/// A controller whose table view has many rows with short texts, for benchmarks of scrolling.
final class BenchmarkTableController: UIViewController, UITableViewDataSource {
    private static let identifier = "row"
    private let rowCount: Int
    private let table = UITableView(frame: .zero)

    /// Creates a controller whose table has `rowCount` rows.
    init(rowCount: Int) {
        self.rowCount = rowCount
        super.init()
    }

    override func loadView() {
        table.register(UITableViewCell.self, forCellReuseIdentifier: Self.identifier)
        table.dataSource = self
        view = table
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        rowCount
    }

    func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: Self.identifier, for: indexPath)
        cell.textLabel?.text = "Contact \(indexPath.row + 1)"
        cell.accessoryType = .disclosureIndicator
        return cell
    }
}
