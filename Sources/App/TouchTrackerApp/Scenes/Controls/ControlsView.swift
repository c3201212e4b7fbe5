import TouchKit

/// The root view of the controls scene: a scroll view with the controls, and a table view beside or
/// below it.
package final class ControlsView: UIView {
    package let slider = UISlider()
    package let stepper = UIStepper()
    package let styleControl = UISegmentedControl(items: ["Light", "Dark"])
    package let activitySwitch = UISwitch()
    package let alertButton = UIButton(type: .system)
    package let sheetButton = UIButton(type: .system)
    package let progress = UIProgressView()
    package let activity = UIActivityIndicatorView(style: .medium)
    /// The table view with a refresh control.
    package let table = UITableView(frame: .zero)
    /// The scroll view that contains the controls.
    package let page = UIScrollView(frame: .zero)
    /// The items in the scroll view, from top to bottom.
    package private(set) var items: [ControlsItemView] = []
    /// The item that contains the table view.
    package private(set) lazy var tableItem = ControlsItemView("", table, fillsItem: true)
    private let source = ControlsTableSource()

    /// Creates the controls.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .systemBackground
        styleControl.selectedSegmentIndex = 0
        alertButton.setTitle("Alert", for: .normal)
        sheetButton.setTitle("Action sheet", for: .normal)
        page.alwaysBounceVertical = true
        page.panGestureRecognizer.name = "Pan of the page"
        table.panGestureRecognizer.name = "Pan of the table"
        table.register(UITableViewCell.self, forCellReuseIdentifier: ControlsTableSource.identifier)
        table.dataSource = source
        table.refreshControl = UIRefreshControl()
        items = [
            ControlsItemView("Slider", slider),
            ControlsItemView("Progress", progress),
            ControlsItemView("Stepper", stepper),
            ControlsItemView("Style", styleControl),
            ControlsItemView("Activity", activitySwitch),
            ControlsItemView("Indicator", activity),
            ControlsItemView("Question", alertButton),
            ControlsItemView("Choice", sheetButton),
        ]
        for item in items { page.addSubview(item) }
        addSubview(page)
        addSubview(tableItem)
    }

    /// Returns the item that contains a view, or `nil`.
    func item(containing view: UIView) -> ControlsItemView? {
        var current: UIView? = view
        while let candidate = current {
            if let item = candidate as? ControlsItemView { return item }
            current = candidate.superview
        }
        return nil
    }

    /// Lays out the controls and the table side by side, or above each other in portrait.
    package override func layoutSubviews() {
        let size = bounds.size
        if size.width > size.height {
            let half = (size.width / 2).rounded()
            page.frame = CGRect(x: 0, y: 0, width: half, height: size.height)
            tableItem.frame = CGRect(x: half, y: 0, width: size.width - half, height: size.height)
        } else {
            let half = (size.height / 2).rounded()
            page.frame = CGRect(x: 0, y: 0, width: size.width, height: half)
            tableItem.frame = CGRect(x: 0, y: half, width: size.width, height: size.height - half)
        }
        for (index, item) in items.enumerated() {
            item.frame = CGRect(
                x: 0, y: ControlsItemView.height * CGFloat(index), width: page.bounds.width,
                height: ControlsItemView.height)
        }
        page.contentSize = CGSize(
            width: page.bounds.width, height: ControlsItemView.height * CGFloat(items.count))
    }
}

/// The rows of the controls scene's table view.
private final class ControlsTableSource: UITableViewDataSource {
    static let identifier = "row"

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1_000 }

    func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: Self.identifier, for: indexPath)
        // A short text is stored without an allocation.
        cell.textLabel?.text = "Row \(indexPath.row + 1)"
        return cell
    }
}
