import Foundation

/// A colour of the sRGB colour space with eight bits for each component.
package struct SRGBColor: Sendable, Hashable, CustomStringConvertible {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    static let black = SRGBColor(red: 0, green: 0, blue: 0)
    static let white = SRGBColor(red: 255, green: 255, blue: 255)

    init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Reads `#rgb` or `#rrggbb`. There is no other form: the text goes into a style.
    init?(_ text: String) {
        let digits = Array(text.utf8.dropFirst())
        guard text.utf8.first == 0x23, digits.count == 3 || digits.count == 6 else { return nil }
        let pairs = digits.count == 6 ? digits : digits.flatMap { [$0, $0] }
        let values = stride(from: 0, to: 6, by: 2).compactMap { index -> UInt8? in
            // `UInt8` would also read a sign.
            guard pairs[index] != 0x2B, pairs[index] != 0x2D else { return nil }
            return UInt8(String(decoding: pairs[index..<index + 2], as: UTF8.self), radix: 16)
        }
        guard values.count == 3 else { return nil }
        self.init(red: values[0], green: values[1], blue: values[2])
    }

    /// The colour as `#rrggbb`.
    package var description: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The colour with a share of another one, from 0 to 255.
    func mixed(with other: SRGBColor, share: Int) -> SRGBColor {
        func mix(_ own: UInt8, _ foreign: UInt8) -> UInt8 {
            UInt8(clamping: (Int(own) * (255 - share) + Int(foreign) * share + 127) / 255)
        }
        return SRGBColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}

extension SRGBColor {
    /// The relative luminance: 0 for black and 1 for white (WCAG 2.2, <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>).
    var relativeLuminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    private static func linear(_ component: UInt8) -> Double {
        let value = Double(component) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// The contrast ratio of two colours, from 1 to 21 (<https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>).
    func contrast(to other: SRGBColor) -> Double {
        let (own, foreign) = (relativeLuminance, other.relativeLuminance)
        return (max(own, foreign) + 0.05) / (min(own, foreign) + 0.05)
    }

    /// Black or white, whichever can be read better on this colour. Its contrast is at least 4.58:1, the square root of
    /// 21, on every colour.
    var ink: SRGBColor {
        contrast(to: .white) >= contrast(to: .black) ? .white : .black
    }
}
