/// What WCAG 2.2 requires of the contrast between a part of a page and what is behind it.
enum ContrastRequirement: Sendable {
    /// Success criterion 1.4.3, Contrast (Minimum).
    case text
    /// Success criterion 1.4.11, Non-text Contrast.
    case control

    /// Ratios are compared without rounding: 4.499:1 does not meet 4.5:1 (Understanding SC 1.4.3).
    var ratio: Double {
        switch self {
        case .text: 4.5
        case .control: 3
        }
    }

    private var words: String {
        switch self {
        case .text: "text needs 4.5:1 (WCAG 2.2, 1.4.3)"
        case .control: "a button needs 3:1 (WCAG 2.2, 1.4.11)"
        }
    }

    func isMet(by color: SRGBColor, on others: [SRGBColor]) -> Bool {
        others.allSatisfy { color.contrast(to: $0) >= ratio }
    }

    /// The colour itself if it meets the requirement on all others. If not, the first one on the way to black or white
    /// that does. `nil` if there is none.
    func nearest(to color: SRGBColor, on others: [SRGBColor]) -> SRGBColor? {
        for share in 0...255 {
            let candidates = [color.mixed(with: .black, share: share), color.mixed(with: .white, share: share)]
            if let found = candidates.first(where: { isMet(by: $0, on: others) }) { return found }
        }
        return nil
    }

    /// What is wrong with a colour: the measured ratio, what is required, and a colour that would pass. `nil` if
    /// nothing is.
    ///
    /// - Parameter others: what the colour meets, with words for it.
    func fault(of color: SRGBColor, on others: [(color: SRGBColor, words: String)]) -> String? {
        let measured = others.map { ($0, ratio: color.contrast(to: $0.color)) }.min { $0.ratio < $1.ratio }
        guard let (other, ratio) = measured, ratio < self.ratio else { return nil }
        let near = nearest(to: color, on: others.map(\.color)).map { "; \($0) would pass" } ?? ""
        return "\(color) has a contrast of \(Self.text(ratio)):1 with \(other.words) \(other.color); \(words)\(near)"
    }

    /// Two decimal places, rounded down, so that a ratio that fails never looks like one that passes.
    private static func text(_ ratio: Double) -> String {
        let hundredths = Int(ratio * 100)
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
