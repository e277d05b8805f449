/// The colours of the pages in one colour scheme. Those of `style.css` are the standard.
struct PageColors: Sendable, Equatable {
    /// The background of the page.
    var ground: SRGBColor
    /// The background of cards and of input fields.
    let card: SRGBColor
    /// Text.
    let ink: SRGBColor
    /// Text of less importance.
    let quiet: SRGBColor
    /// Links, badges and the outline of what has the focus.
    var mark: SRGBColor
    /// The background of badges.
    var markGround: SRGBColor
    var button: SRGBColor
    var buttonInk: SRGBColor
    /// The label and the edge of a button that deletes something.
    var danger: SRGBColor
}

extension PageColors {
    static let light = PageColors(
        ground: SRGBColor(red: 0xF4, green: 0xF4, blue: 0xF1), card: .white,
        ink: SRGBColor(red: 0x1B, green: 0x1C, blue: 0x1D), quiet: SRGBColor(red: 0x5A, green: 0x5F, blue: 0x66),
        mark: SRGBColor(red: 0x2A, green: 0x5B, blue: 0xD7), markGround: SRGBColor(red: 0xE8, green: 0xEE, blue: 0xFC),
        button: SRGBColor(red: 0x1B, green: 0x1C, blue: 0x1D), buttonInk: .white,
        danger: SRGBColor(red: 0xB3, green: 0x26, blue: 0x1E))

    static let dark = PageColors(
        ground: SRGBColor(red: 0x13, green: 0x14, blue: 0x15), card: SRGBColor(red: 0x1D, green: 0x1F, blue: 0x21),
        ink: SRGBColor(red: 0xF1, green: 0xF1, blue: 0xEE), quiet: SRGBColor(red: 0xA9, green: 0xAF, blue: 0xB6),
        mark: SRGBColor(red: 0x9D, green: 0xBA, blue: 0xFF), markGround: SRGBColor(red: 0x22, green: 0x30, blue: 0x4F),
        button: SRGBColor(red: 0xF1, green: 0xF1, blue: 0xEE), buttonInk: SRGBColor(red: 0x13, green: 0x14, blue: 0x15),
        danger: SRGBColor(red: 0xFF, green: 0xA0, blue: 0x96))

    /// What a mark or a button stands on.
    private var surfaces: [SRGBColor] { [ground, card] }

    /// What is wrong with a background. All text must be readable on it.
    func fault(ofBackground color: SRGBColor) -> String? {
        ContrastRequirement.text.fault(of: color, on: [(ink, "the text"), (quiet, "the text")])
    }

    /// What is wrong with a colour for buttons. Their label is black or white, so it can be read on every colour.
    func fault(ofButton color: SRGBColor) -> String? {
        ContrastRequirement.control.fault(of: color, on: surfaces.map { ($0, "the background") })
    }

    /// The nearest colour that buttons can have.
    func button(near color: SRGBColor) -> SRGBColor? {
        ContrastRequirement.control.nearest(to: color, on: surfaces)
    }

    /// The same colours on another background. The mark and the colour of danger change only if they could not be read
    /// there.
    func on(_ background: SRGBColor?) -> PageColors {
        guard let background else { return self }
        var colors = self
        colors.ground = background
        colors.danger = ContrastRequirement.text.nearest(to: danger, on: colors.surfaces) ?? ink
        return colors.marked(mark)
    }

    /// The same colours with another colour for buttons. Links have the nearest one that can be read as text.
    func accented(_ color: SRGBColor?) -> PageColors {
        guard let color else { return self }
        var colors = marked(color)
        colors.button = color
        colors.buttonInk = color.ink
        return colors
    }

    /// A badge gets as much of the mark as leaves the mark readable on it.
    private func marked(_ color: SRGBColor) -> PageColors {
        guard color != mark || !ContrastRequirement.text.isMet(by: color, on: surfaces) else { return self }
        var colors = self
        colors.mark = ContrastRequirement.text.nearest(to: color, on: surfaces) ?? ink
        let tints = [30, 20, 10].map { card.mixed(with: colors.mark, share: $0) }
        colors.markGround = tints.first { ContrastRequirement.text.isMet(by: colors.mark, on: [$0]) } ?? card
        return colors
    }
}

extension PageColors {
    /// The custom properties of `style.css`.
    var properties: String {
        [
            ("ground", ground), ("card", card), ("ink", ink), ("quiet", quiet), ("mark", mark),
            ("mark-ground", markGround), ("button", button), ("button-ink", buttonInk), ("danger", danger),
        ].map { "--\($0.0):\($0.1)" }.joined(separator: ";")
    }
}
