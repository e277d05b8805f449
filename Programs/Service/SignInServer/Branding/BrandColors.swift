/// The colours that the operator chose for pages.
package struct BrandColors: Sendable, Equatable {
    /// The colour of buttons and links on light pages.
    var color: SRGBColor?
    /// The same on dark pages.
    var darkColor: SRGBColor?
    /// The background of light pages.
    var background: SRGBColor?
    /// The background of dark pages.
    var darkBackground: SRGBColor?

    /// What is wrong with the colours, by the names of their settings.
    var faults: [String] {
        Self.faults(color, background, in: .light, prefix: "")
            + Self.faults(darkColor, darkBackground, in: .dark, prefix: "dark_")
    }

    private static func faults(
        _ color: SRGBColor?, _ background: SRGBColor?, in standard: PageColors, prefix: String
    ) -> [String] {
        if let background, let fault = standard.fault(ofBackground: background) {
            return ["\(prefix)background: \(fault)"]
        }
        let fault = color.flatMap { standard.on(background).fault(ofButton: $0) }
        return fault.map { ["\(prefix)color: \($0)"] } ?? []
    }

    /// The colours of light and of dark pages. If the operator chose none for dark pages, they have the one that is
    /// nearest to that of light pages.
    var pages: (light: PageColors, dark: PageColors) {
        let dark = PageColors.dark.on(darkBackground)
        return (
            PageColors.light.on(background).accented(color),
            dark.accented(darkColor ?? color.flatMap { dark.button(near: $0) })
        )
    }

    /// The rules that set the colours of `style.css`; empty if there is nothing to change.
    var style: String {
        let (light, dark) = pages
        guard light != .light || dark != .dark else { return "" }
        return ":root{\(light.properties)}@media (prefers-color-scheme:dark){:root{\(dark.properties)}}\n"
    }
}
