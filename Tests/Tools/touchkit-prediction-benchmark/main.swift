import Foundation
import TouchTrackerTestSupport

// Prints the table of prediction errors in docs/frame-pacing.md: the median and the 95 % quantile
// for three predictors, in points.
//
//     swift run -c release touchkit-prediction-benchmark

/// Returns the cell of the table for the errors of one predictor.
func cell(_ errors: PredictionErrors.Quantiles) -> String {
    String(format: "%.2f · %.2f", errors.p50, errors.p95)
}

do {
    print("| strokes | samples | ahead | none | linear | ours | no prediction |")
    print("|---|---|---|---|---|---|---|")
    for set in try StrokeSet.all() {
        for milliseconds: Int64 in [8, 16, 25] {
            let errors = PredictionErrors(of: set, aheadMicroseconds: milliseconds * 1_000)
            let first = milliseconds == 8 ? "\(set.name) | \(set.count)" : " |"
            print(
                "| \(first) | \(milliseconds) ms | \(cell(errors.none)) | "
                    + "\(cell(errors.linear)) | \(cell(errors.ours)) | "
                    + "\(errors.noPredictionPercent) % |")
        }
    }
} catch {
    print("touchkit-prediction-benchmark: \(error)")
    exit(66)
}
