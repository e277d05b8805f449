/// What a button image shows. Lengths are points, which are pixels at scale 1.
struct ButtonDrawing: Sendable, Equatable {
    enum Color: String, Sendable, CaseIterable {
        case black, white

        /// The colour of the area, in CSS.
        var area: String { self == .black ? "#000" : "#fff" }
        /// The colour of the mark and the title, in CSS.
        var ink: String { self == .black ? "#fff" : "#000" }
    }

    enum LogoSize: String, Sendable, CaseIterable {
        case small, medium, large

        /// The side of the mark, as a share of the height.
        var share: Double {
            switch self {
            case .small: 0.47
            case .medium: 0.57
            case .large: 0.67
            }
        }
    }

    enum Arrangement: Sendable, Equatable {
        /// Mark and title together in the middle.
        case centered
        /// Distances from the edge at which a line of text begins.
        case leftAligned(logo: Int, label: Int, logoSize: LogoSize)
        case logoOnly
    }

    var arrangement: Arrangement
    var width: Int
    var height: Int
    var color: Color = .black
    var hasBorder = false
    var borderRadius = 15
    var scale = 1
    var kind: ButtonKind = .signIn
    var locale = "en_US"

    var title: ButtonTitle { ButtonTitles.entry(kind, locale: locale) }

    /// Half the shorter side at most. SVG would otherwise draw an ellipse.
    var corner: Double { min(Double(borderRadius), Double(min(width, height)) / 2) }
}

/// Where the mark and the title are.
struct ButtonLayout: Sendable, Equatable {
    struct Mark: Sendable, Equatable {
        var left: Double
        var top: Double
        var side: Double

        var right: Double { left + side }
    }

    struct Line: Sendable, Equatable {
        var left: Double
        var width: Double
        /// The size of the type.
        var size: Double
        var baseline: Double

        var right: Double { left + width }
    }

    var mark: Mark
    /// Nil for the logo alone.
    var title: Line?
}

extension ButtonDrawing {
    /// Apple's guidelines for buttons of one's own: the title is 43 % of the height, and the margin at its end at least
    /// 8 % of the width (https://developer.apple.com/design/human-interface-guidelines/sign-in-with-apple).
    private static let titleShare = 0.43
    private static let marginShare = 0.08
    /// The mark and the gap beside a centered title, in em of the title.
    private static let markSide = 1.1
    private static let gap = 0.35
    /// How far below the middle the baseline is, in em: half the height of capitals.
    private static let baseline = 0.36

    /// The title is one line. If it does not fit in 43 % of the height, it gets smaller.
    var layout: ButtonLayout {
        let layout: ButtonLayout
        switch arrangement {
        case .centered: layout = centered
        case .leftAligned(let logo, let label, let size): layout = leftAligned(logo: logo, label: label, size)
        case .logoOnly: return ButtonLayout(mark: mark(centeredAt: Double(width) / 2, side: Double(height) / 2))
        }
        return ButtonTitles.isRightToLeft(locale) ? layout.mirrored(in: Double(width)) : layout
    }

    private var centered: ButtonLayout {
        let around = Self.markSide + Self.gap
        let size = fitting(Double(width) * (1 - 2 * Self.marginShare), em: title.width + around)
        let left = (Double(width) - size * (title.width + around)) / 2
        let side = size * Self.markSide
        return ButtonLayout(
            mark: mark(centeredAt: left + side / 2, side: side), title: line(from: left + size * around, size: size))
    }

    /// The mark is centered in a square as high as the button, as Apple's logo files are. The label begins at its
    /// position, but not within that square, and the square ends where the label begins.
    private func leftAligned(logo: Int, label: Int, _ logoSize: LogoSize) -> ButtonLayout {
        let labelStart = min(max(Double(label), Double(height)), Double(width) / 2)
        let square = min(Double(height), labelStart)
        let logoStart = min(Double(logo), labelStart - square)
        let room = Double(width) * (1 - Self.marginShare) - labelStart
        return ButtonLayout(
            mark: mark(centeredAt: logoStart + square / 2, side: square * logoSize.share),
            title: line(from: labelStart, size: fitting(room, em: title.width)))
    }

    private func fitting(_ room: Double, em: Double) -> Double { min(Double(height) * Self.titleShare, room / em) }

    private func mark(centeredAt middle: Double, side: Double) -> ButtonLayout.Mark {
        ButtonLayout.Mark(left: middle - side / 2, top: (Double(height) - side) / 2, side: side)
    }

    private func line(from left: Double, size: Double) -> ButtonLayout.Line {
        ButtonLayout.Line(
            left: left, width: size * title.width, size: size, baseline: Double(height) / 2 + size * Self.baseline)
    }
}

extension ButtonLayout {
    /// Mark and title change sides, as text runs from right to left.
    func mirrored(in width: Double) -> ButtonLayout {
        var mirrored = self
        mirrored.mark.left = width - mark.right
        if let title { mirrored.title?.left = width - title.right }
        return mirrored
    }
}
