import Foundation
import TouchTrackerTestSupport

// Prints the table of docs/prediction.md: how far fingers are from where they were expected, in points.
//
//     swift run -c release touchkit-prediction-benchmark

func figures(_ figures: PredictionErrors.Figures) -> String {
    String(format: "%.2f · %.2f", figures.p50, figures.p95)
}

do {
    print("| strokes | samples | ahead | none | linear | ours | says nothing |")
    print("|---|---|---|---|---|---|---|")
    for set in try StrokeSet.all() {
        for milliseconds: Int64 in [8, 16, 25] {
            let errors = PredictionErrors(of: set, aheadMicroseconds: milliseconds * 1_000)
            let first = milliseconds == 8 ? "\(set.name) | \(set.count)" : " |"
            print(
                "| \(first) | \(milliseconds) ms | \(figures(errors.none)) | "
                    + "\(figures(errors.linear)) | \(figures(errors.ours)) | "
                    + "\(errors.silencePercent) % |")
        }
    }
} catch {
    print("touchkit-prediction-benchmark: \(error)")
    exit(66)
}
