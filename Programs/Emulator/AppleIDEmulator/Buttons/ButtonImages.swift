import Crypto
import Foundation

/// The committed PNGs: each default button, as Chromium draws its SVG. `Scripts/draw-buttons` writes them.
///
/// A PNG is found by the SHA-256 of the SVG it was drawn from. So a PNG that no longer matches is never sent.
enum ButtonImages {
    /// The PNG of exactly this drawing, if there is one.
    static func png(of drawing: ButtonDrawing) -> [UInt8]? { images[digest(of: drawing.svg)] }

    static func digest(of svg: String) -> [UInt8] { Array(SHA256.hash(data: Array(svg.utf8))) }

    /// By the SHA-256 of the SVG. Read once.
    static let images: [[UInt8]: [UInt8]] = decoded(drawn)

    /// Reads lines of a SHA-256 and a PNG, both in Base64. They are text in Swift, since an embedded resource of this
    /// size takes the compiler a hundred times as long.
    static func decoded(_ lines: String) -> [[UInt8]: [UInt8]] {
        var images: [[UInt8]: [UInt8]] = [:]
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: " ").compactMap { Data(base64Encoded: String($0)) }
            if parts.count == 2 { images[Array(parts[0])] = Array(parts[1]) }
        }
        return images
    }
}

extension ButtonDrawing {
    /// The button of the same colour and title in the size that Apple gives without parameters. Apple documents no
    /// default for the size of the logo alone. The least height of the others is used.
    var inDefaultSize: ButtonDrawing {
        var small = ButtonDrawing(arrangement: .logoOnly, width: 30, height: 30, color: color)
        if case .logoOnly = arrangement { return small }
        small.width = 140
        small.kind = kind
        small.locale = locale
        small.arrangement = .centered
        if case .leftAligned = arrangement { small.arrangement = .leftAligned(logo: 0, label: 0, logoSize: .small) }
        return small
    }
}
