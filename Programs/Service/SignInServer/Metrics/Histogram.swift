/// How often a value was at most each of some bounds.
struct Histogram: Sendable {
    /// Seconds that Apple takes to answer.
    static let callSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    /// Seconds from an event at Apple to its notification: from a second to three days.
    static let lagSeconds = [1.0, 10, 60, 600, 3_600, 21_600, 86_400, 259_200]

    private let bounds: [Double]
    private var counts: [Int]
    private var total = 0
    private var sum = 0.0

    init(_ bounds: [Double]) {
        self.bounds = bounds
        counts = bounds.map { _ in 0 }
    }

    mutating func record(_ value: Double) {
        total += 1
        sum += value
        for (index, bound) in bounds.enumerated() where value <= bound { counts[index] += 1 }
    }

    /// Writes cumulative buckets, as Prometheus requires: each counts all values up to its bound.
    func write(_ name: String, _ labels: [PrometheusText.Label], to text: inout PrometheusText) {
        for (bound, count) in zip(bounds, counts) {
            text.sample(name + "_bucket", Double(count), labels + [(name: "le", value: PrometheusText.number(bound))])
        }
        text.sample(name + "_bucket", Double(total), labels + [(name: "le", value: "+Inf")])
        text.sample(name + "_sum", sum, labels)
        text.sample(name + "_count", Double(total), labels)
    }
}
