import Foundation
import Testing

@testable import SignInServer

/// The colours of pages, standard and configured.
@Suite struct BrandColorTests {
    private func color(_ text: String) throws -> SRGBColor { try #require(SRGBColor(text)) }

    /// Everything on a page that must be told from what is behind it.
    private func faults(of colors: PageColors) -> [String] {
        let text = ContrastRequirement.text
        let surfaces = [colors.ground, colors.card]
        var faults: [String] = []
        func check(_ name: String, _ isMet: Bool) { if !isMet { faults.append(name) } }
        check("ink", text.isMet(by: colors.ink, on: surfaces))
        check("quiet", text.isMet(by: colors.quiet, on: surfaces))
        check("mark", text.isMet(by: colors.mark, on: surfaces))
        check("badge", text.isMet(by: colors.mark, on: [colors.markGround]))
        check("fault", text.isMet(by: colors.ink, on: [colors.markGround]))
        check("label", text.isMet(by: colors.buttonInk, on: [colors.button]))
        check("danger", text.isMet(by: colors.danger, on: surfaces))
        check("button", ContrastRequirement.control.isMet(by: colors.button, on: surfaces))
        return faults
    }

    @Test func `the standard colours are those of the style, and meet WCAG themselves`() throws {
        let style = String(decoding: PackageResources.style_css, as: UTF8.self)
        let rules = style.matches(of: /:root\{([^}]*)\}/).map { String($0.output.1) }
        #expect(rules.count == 2)
        for (rule, colors) in zip(rules, [PageColors.light, .dark]) {
            let written = rule.split(separator: ";").map(String.init).filter { $0.contains(":#") }
                .map { property -> String in
                    let parts = property.split(separator: ":").map(String.init)
                    return "\(parts[0]):\(SRGBColor(parts[1])?.description ?? parts[1])"
                }
                .filter { !$0.hasPrefix("--line:") }
            #expect(written.joined(separator: ";") == colors.properties)
            #expect(faults(of: colors).isEmpty)
        }
    }

    @Test(arguments: ["#0b57d0", "#e8590c", "#7a1fa2", "#00695c", "#111111", "#d6336c"])
    func `from one colour come readable pages, light and dark`(text: String) throws {
        let given = try color(text)
        let brand = BrandColors(color: given)
        #expect(brand.faults.isEmpty)
        let (light, dark) = brand.pages
        #expect(light.button == given)
        #expect(faults(of: light).isEmpty)
        #expect(faults(of: dark).isEmpty)
    }

    @Test func `a colour that links cannot have is darkened for them, and kept for buttons`() throws {
        let orange = try color("#e8590c")
        let light = BrandColors(color: orange).pages.light
        #expect(light.button == orange)
        #expect(light.mark != orange)
        #expect(light.buttonInk == .black)
    }

    @Test func `backgrounds of one's own keep everything readable`() throws {
        let brand = BrandColors(
            color: try color("#7a1fa2"), background: try color("#fff6e5"), darkBackground: try color("#1a1026"))
        #expect(brand.faults.isEmpty)
        #expect(faults(of: brand.pages.light).isEmpty)
        #expect(faults(of: brand.pages.dark).isEmpty)
        #expect(brand.pages.light.ground == brand.background)
        let onlyBackground = BrandColors(background: try color("#e3dcc8"))
        #expect(onlyBackground.faults.isEmpty)
        #expect(faults(of: onlyBackground.pages.light).isEmpty)
        #expect(onlyBackground.pages.dark == .dark)
    }

    @Test func `a fault tells the measured ratio and a colour that would pass`() throws {
        let green = BrandColors(color: try color("#1db954"))
        #expect(
            green.faults == [
                "color: #1db954 has a contrast of 2.34:1 with the background #f4f4f1; a button needs 3:1 (WCAG 2.2, "
                    + "1.4.11); #19a249 would pass"
            ])
        let near = BrandColors(color: try color("#19a249"))
        #expect(near.faults.isEmpty)
        let dark = BrandColors(color: try color("#0b57d0"), darkColor: try color("#0b2545"))
        #expect(dark.faults.count == 1)
        #expect(dark.faults.first?.hasPrefix("dark_color: #0b2545 has a contrast of 1.") == true)
        let background = BrandColors(background: try color("#888888"))
        #expect(background.faults.count == 1)
        #expect(
            background.faults.first?.hasPrefix("background: #888888 has a contrast of 1.81:1 with the text") == true)
    }

    @Test func `nothing configured changes nothing`() {
        #expect(BrandColors().style.isEmpty)
        #expect(BrandColors().pages.light == .light)
        #expect(BrandColors().pages.dark == .dark)
    }
}
