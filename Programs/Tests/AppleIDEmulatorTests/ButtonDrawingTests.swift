import Foundation
import Testing

@testable import AppleIDEmulator

/// What a button image shows, decided without a request.
@Suite struct ButtonDrawingTests {
    private static func drawing(
        _ width: Int = 140, _ height: Int = 30, locale: String = "en_US",
        _ arrangement: ButtonDrawing.Arrangement = .centered
    ) -> ButtonDrawing {
        ButtonDrawing(arrangement: arrangement, width: width, height: height, locale: locale)
    }

    /// Every arrangement that the parameters allow at the edges of their ranges.
    private static let arrangements: [(Int, Int, ButtonDrawing.Arrangement)] = [130, 140, 375].flatMap { width in
        [30, 44, 64].flatMap { height in
            let ends = [0, min(182, width / 2)]
            let left = ButtonDrawing.LogoSize.allCases.flatMap { size in
                ends.flatMap { logo in
                    ends.map { ButtonDrawing.Arrangement.leftAligned(logo: logo, label: $0, logoSize: size) }
                }
            }
            return ([.centered] + left).map { (width, height, $0) }
        }
    }

    @Test(arguments: ButtonTitles.locales)
    func `keeps mark and title inside every button, apart from each other`(_ locale: String) throws {
        for (width, height, arrangement) in Self.arrangements {
            let layout = Self.drawing(width, height, locale: locale, arrangement).layout
            let (mark, title) = (layout.mark, try #require(layout.title))
            let margin = Double(width) * 0.08 - 0.001
            let isMirrored = ButtonTitles.isRightToLeft(locale)
            #expect(mark.left >= 0 && mark.right <= Double(width), "\(arrangement)")
            #expect(mark.top >= 0 && mark.top + mark.side <= Double(height))
            #expect(isMirrored ? title.right <= mark.left : mark.right <= title.left, "\(arrangement)")
            #expect(isMirrored ? title.left >= margin : title.right <= Double(width) - margin, "\(arrangement)")
            #expect(title.size > 0 && title.size <= Double(height) * 0.43 + 0.001)
        }
    }

    @Test func `writes the title in 43 % of the height where it fits, and smaller where it does not`() throws {
        #expect(try #require(Self.drawing(375, 44).layout.title).size == 44 * 0.43)
        let small = try #require(Self.drawing(130, 30, locale: "pl_PL").layout.title)
        #expect(small.size < 30 * 0.43 && small.size > 5)
        #expect(abs(small.width - small.size * ButtonTitles.entry(.signIn, locale: "pl_PL").width) < 0.001)
    }

    @Test func `centers mark and title together`() throws {
        for locale in ["en_US", "ar_SA"] {
            let layout = Self.drawing(300, 40, locale: locale).layout
            let title = try #require(layout.title)
            let (left, right) = (min(layout.mark.left, title.left), max(layout.mark.right, title.right))
            #expect(abs(left - (300 - right)) < 0.001)
        }
    }

    @Test func `mirrors mark and title where text runs from right to left`() throws {
        for arrangement in [ButtonDrawing.Arrangement.centered, .leftAligned(logo: 0, label: 60, logoSize: .large)] {
            var drawing = Self.drawing(300, 40, locale: "iw_IL", arrangement)
            let layout = drawing.layout
            #expect(layout.mark.left > (try #require(layout.title)).left)
            #expect(layout.mirrored(in: 300).mark.left < layout.mark.left)
            #expect(drawing.svg.contains(#"lang="he" direction="rtl""#))
            drawing.locale = "de_DE"
            #expect(drawing.layout.mark.left < (try #require(drawing.layout.title)).left)
            #expect(!drawing.svg.contains("direction"))
        }
    }

    @Test func `begins a left-aligned label at its position, but not within the logo's square`() throws {
        func layout(_ logo: Int, _ label: Int) throws -> (mark: Double, title: Double) {
            let layout = Self.drawing(300, 40, .leftAligned(logo: logo, label: label, logoSize: .small)).layout
            return (layout.mark.left + layout.mark.side / 2, try #require(layout.title).left)
        }
        #expect(try layout(0, 0) == (20, 40))
        #expect(try layout(0, 39) == (20, 40))
        #expect(try layout(0, 100) == (20, 100))
        #expect(try layout(30, 100) == (50, 100))
        #expect(try layout(90, 100) == (80, 100))
    }

    @Test func `draws the logo larger with every size`() {
        let sides = ButtonDrawing.LogoSize.allCases.map {
            Self.drawing(300, 40, .leftAligned(logo: 0, label: 0, logoSize: $0)).layout.mark.side
        }
        #expect(sides == sides.sorted() && Set(sides).count == 3)
    }

    @Test func `draws the logo alone in the middle of a square`() {
        let drawing = Self.drawing(44, 44, .logoOnly)
        #expect(drawing.layout == ButtonLayout(mark: ButtonLayout.Mark(left: 11, top: 11, side: 22)))
        #expect(!drawing.svg.contains("<text"))
    }

    @Test(arguments: [(0, "0"), (10, "10"), (15, "15"), (16, "15"), (50, "15")])
    func `rounds corners to half the height at most`(_ radius: Int, _ drawn: String) {
        var drawing = Self.drawing()
        drawing.borderRadius = radius
        #expect(drawing.svg.contains("rx=\"\(drawn)\""))
    }

    @Test func `draws the outline in black, inside the button`() {
        var drawing = Self.drawing()
        drawing.color = .white
        #expect(!drawing.svg.contains("stroke"))
        drawing.hasBorder = true
        let outline = "x=\"0.5\" y=\"0.5\" width=\"139\" height=\"29\" rx=\"14.5\" fill=\"#fff\" stroke=\"#000\"/>"
        #expect(drawing.svg.contains(outline))
    }

    @Test func `multiplies the pixels with the scale, and draws the same`() {
        var drawing = Self.drawing()
        let single = drawing.svg
        drawing.scale = 6
        #expect(single.contains(#"width="140" height="30" viewBox="0 0 140 30""#))
        #expect(drawing.svg.contains(#"width="840" height="180" viewBox="0 0 140 30""#))
        #expect(drawing.layout == Self.drawing().layout)
    }

    /// WCAG 2.2, success criterion 1.4.3: at least 4.5, here the most that there is.
    @Test(arguments: ButtonDrawing.Color.allCases)
    func `writes with the greatest contrast`(_ color: ButtonDrawing.Color) {
        func luminance(_ css: String) -> Double { css == "#fff" ? 1 : css == "#000" ? 0 : .nan }
        let (one, other) = (luminance(color.area), luminance(color.ink))
        #expect((max(one, other) + 0.05) / (min(one, other) + 0.05) == 21)
        var drawing = Self.drawing()
        drawing.color = color
        #expect(drawing.svg.contains("fill=\"\(color.area)\"/>"))
        #expect(drawing.svg.components(separatedBy: "fill=\"\(color.ink)\"").count == 3)
    }

    @Test func `escapes what XML would read as markup`() {
        let escaped = ButtonDrawing.escaped("<Mit & \"ohne\" 'Apple'>")
        #expect(escaped == "&lt;Mit &amp; &quot;ohne&quot; 'Apple'&gt;")
    }

    @Test(arguments: [(0, "0"), (12, "12"), (12.5, "12.5"), (12.05, "12.05"), (-0.25, "-0.25"), (1.999, "2")])
    func `writes lengths with two decimals at most`(_ length: Double, _ text: String) {
        #expect(ButtonDrawing.number(length) == text)
    }

    @Test(arguments: ButtonTitles.locales)
    func `shows the title, and names the image by it`(_ locale: String) {
        let svg = Self.drawing(locale: locale).svg
        let title = ButtonTitles.title(.signIn, locale: locale)
        #expect(svg.contains(">\(title)</text>") && svg.contains("aria-label=\"\(title)\""))
        #expect(svg.contains("lang=\"\(ButtonTitles.languageTag(locale))\""))
    }
}
