/// The performance targets of TouchKit's renderer.
enum PerformanceTargets {
    /// A target for a ratio, by processor level.
    private struct Ratio {
        /// The benchmark case.
        let work: BenchmarkCase
        /// The key of the ratio in the JSON output.
        let key: String
        /// Whether the limit is a maximum; otherwise it is a minimum.
        let isAtMost: Bool
        /// The limits by processor level.
        let limits: [String: Double]
    }

    /// All targets for ratios.
    private static let ratios: [Ratio] = [
        atLeast(.w1, "ratio_to_cairo", 5.5, 7.5),
        atLeast(.w2, "ratio_to_cairo", 15, 23),
        atLeast(.w3, "ratio_to_cairo", 5.5, 7.5),
        atLeast(.w4, "ratio_to_cairo", 5, 6.5),
        atLeast(.w5, "ratio_to_memset", 0.95, 0.95),
        Ratio(
            work: .w6, key: "ratio_to_memcpy", isAtMost: true,
            limits: ["x86-64-v2": 2, "x86-64-v3": 2]),
        atLeast(.w7, "ratio_to_pixman", 1, 1),
    ]
    /// The largest allowed error of a pixel, in levels of 255.
    private static let largestError = 18
    /// The largest allowed mean error, in levels of 255.
    private static let meanError = 3.95

    /// Returns a target with a minimum for x86-64-v2 (`second`) and x86-64-v3 (`third`).
    private static func atLeast(
        _ work: BenchmarkCase, _ key: String, _ second: Double, _ third: Double
    ) -> Ratio {
        Ratio(
            work: work, key: key, isAtMost: false,
            limits: ["x86-64-v2": second, "x86-64-v3": third])
    }

    /// Returns a line for each target that was missed or could not be measured.
    ///
    /// - Parameter results: The results of a time measurement; processor levels without results are
    ///   ignored.
    static func missed(by results: Results) -> [String] {
        let own = results.rows.filter { $0.renderer == "touchtracker" }
        if own.isEmpty { return ["touchtracker: not measured"] }
        let targets = Set(own.map(\.target))
        var missed: [String] = []
        for ratio in ratios {
            for (target, limit) in ratio.limits.sorted(by: { $0.key < $1.key })
            where targets.contains(target) {
                let name = "\(ratio.work.rawValue) \(target)"
                let row = own.first { $0.work == ratio.work && $0.target == target }
                let value = row.flatMap { row in
                    results.ratios(of: row).first { $0.key == ratio.key }?.value
                }
                guard let value else {
                    missed.append("\(name): not measured")
                    continue
                }
                if ratio.isAtMost ? value > limit : value < limit {
                    let requirement = ratio.isAtMost ? "at most" : "at least"
                    missed.append(
                        "\(name): \(ratio.key) \(decimal(value, 2)), required \(requirement) "
                            + decimal(limit, 2))
                }
            }
        }
        for row in results.quality where row.renderer == "touchtracker" {
            if row.error.max > largestError || row.error.mean > meanError {
                missed.append(
                    "quality \(row.target): max \(row.error.max), mean "
                        + "\(decimal(row.error.mean, 2)), required at most \(largestError) and "
                        + decimal(meanError, 2))
            }
        }
        return missed
    }
}
