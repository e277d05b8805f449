import Foundation
import Testing

@testable import SignInServer

/// Contrast as WCAG 2.2 defines it.
@Suite struct ContrastTests {
    private func color(_ text: String) throws -> SRGBColor { try #require(SRGBColor(text)) }

    @Test(arguments: [
        // The ends of the scale (WCAG 2.2, "relative luminance" and "contrast ratio").
        ("#000000", 0.0), ("#ffffff", 1.0),
        // The weights of the definition.
        ("#ff0000", 0.2126), ("#00ff00", 0.7152), ("#0000ff", 0.0722),
        // Both sides of the threshold 0.04045: 10 / 255 / 12.92, and the power of 11 / 255.
        ("#0a0a0a", 0.003035), ("#0b0b0b", 0.003347),
    ])
    func `the relative luminance is that of the definition`(text: String, luminance: Double) throws {
        #expect(abs(try color(text).relativeLuminance - luminance) < 0.000_001)
    }

    @Test(arguments: [
        ("#000000", "#ffffff", 21.0), ("#ffffff", "#ffffff", 1.0),
        // Understanding SC 1.4.11 gives these ratios with one or no decimal place.
        ("#fff000", "#ffffff", 1.2), ("#dedede", "#000000", 15.6),
        // The grey that just fails 4.5:1 on white, and the next darker one, which passes.
        ("#777777", "#ffffff", 4.478), ("#767676", "#ffffff", 4.542),
        // The same for 3:1.
        ("#959595", "#ffffff", 2.993), ("#949494", "#ffffff", 3.034),
    ])
    func `the contrast ratio is that of the definition, in both directions`(
        one: String, other: String, ratio: Double
    ) throws {
        let (one, other) = (try color(one), try color(other))
        #expect(abs(one.contrast(to: other) - ratio) < 0.05)
        #expect(one.contrast(to: other) == other.contrast(to: one))
    }

    @Test func `ratios are not rounded`() throws {
        let (fails, passes) = (try color("#777777"), try color("#767676"))
        #expect(!ContrastRequirement.text.isMet(by: fails, on: [.white]))
        #expect(ContrastRequirement.text.isMet(by: passes, on: [.white]))
        let fault = ContrastRequirement.text.fault(of: fails, on: [(.white, "the background")])
        #expect(
            fault
                == "#777777 has a contrast of 4.47:1 with the background #ffffff; text needs 4.5:1 (WCAG 2.2, 1.4.3); "
                + "#767676 would pass")
        #expect(ContrastRequirement.text.fault(of: passes, on: [(.white, "the background")]) == nil)
    }

    @Test func `a label of black or white can be read on every colour`() {
        for red in stride(from: 0, through: 255, by: 5) {
            for green in stride(from: 0, through: 255, by: 5) {
                for blue in stride(from: 0, through: 255, by: 5) {
                    let color = SRGBColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    #expect(color.contrast(to: color.ink) >= 4.5, "\(color)")
                }
            }
        }
    }

    @Test(arguments: ["#1db954", "#ffd400", "#777777", "#ffffff", "#f4f4f1"])
    func `the nearest colour passes, and one step less would not`(text: String) throws {
        let given = try color(text)
        let surfaces = [PageColors.light.ground, PageColors.light.card]
        let near = try #require(ContrastRequirement.text.nearest(to: given, on: surfaces))
        #expect(ContrastRequirement.text.isMet(by: near, on: surfaces))
        let share = try #require((0...255).first { given.mixed(with: .black, share: $0) == near })
        #expect(share > 0)
        #expect(!ContrastRequirement.text.isMet(by: given.mixed(with: .black, share: share - 1), on: surfaces))
    }

    @Test func `what passes already is its own nearest, and among several backgrounds there may be none`() throws {
        let blue = try color("#0b57d0")
        #expect(ContrastRequirement.text.nearest(to: blue, on: [.white]) == blue)
        #expect(ContrastRequirement.text.nearest(to: blue, on: [.white, try color("#777777"), .black]) == nil)
    }

    @Test(arguments: [
        ("#2A5bd7", "#2a5bd7"), ("#fff", "#ffffff"), ("#0a9", "#00aa99"),
    ])
    func `reads a colour`(text: String, normal: String) throws {
        #expect(try color(text).description == normal)
    }

    @Test(arguments: [
        "", "#", "fff", "#ff", "#ffff", "#fffffff", "#ffffffff", "red", "#ggg", "#+f+f+f", "#-1-1-1", "rgb(0,0,0)",
        "#fff;}", "#１23", " #fff", "#fff ",
    ])
    func `refuses what is no colour`(text: String) {
        #expect(SRGBColor(text) == nil)
    }
}
