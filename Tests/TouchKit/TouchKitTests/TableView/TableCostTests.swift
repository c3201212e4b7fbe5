import CTouchTrackerAllocationCounter
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Memory allocation of scrolling over 10,000 rows.
@Suite("Table views: cost", .serialized)
@MainActor
struct TableCostTests {
    @Test(
        "Frames of a fling over 10,000 rows allocate nothing after warm-up.",
        .requiresOptimizedBuild)
    func warmFlingAllocatesNothing() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
        let table = UITableView(frame: simulator.window.bounds)
        // The texts exist before the measurement.
        let texts = (0..<10_000).map { "Row \($0)" }
        let source = CellSource(count: texts.count) { table, indexPath in
            let cell = table.dequeueReusableCell(withIdentifier: "row", for: indexPath)
            cell.textLabel?.text = texts[indexPath.row]
            cell.accessoryType = .disclosureIndicator
            return cell
        }
        table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
        table.dataSource = source
        simulator.window.addSubview(table)
        let application = simulator.application
        var damage = Region()
        let list = DisplayList()
        // The offset changes as in a fling of 6,010 points a second, with fractions of pixels.
        func play(_ frames: Range<Int>) {
            for frame in frames {
                table.contentOffset = CGPoint(x: 0, y: CGFloat(frame) * 100.17)
                damage.removeAll()
                application.collectDamage(into: &damage)
                list.removeAll()
                application.record(damage, into: list)
            }
        }
        play(0..<500)
        let before = allocation_counter_value()
        play(500..<4_300)
        #expect(allocation_counter_value() == before)
        #expect(table.indexPathsForVisibleRows?.last?.row == 9_797)
    }
}
