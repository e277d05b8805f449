import Crypto
import SignInAPI

/// The file of a logo, as it is sent to browsers.
///
/// A logo has an address of its own instead of standing in the page (`data:`), because a browser may keep it: pages are
/// never cached. Its address contains its hash, so it never changes.
struct LogoImage: Sendable, Equatable {
    /// The formats that every browser shows. SVG is active content, but not in an `img`: there it runs no script and
    /// loads nothing (SVG 2 section 2.7, secure static mode).
    enum Format: Sendable {
        case svg, png

        var mediaType: String {
            switch self {
            case .svg: "image/svg+xml"
            case .png: "image/png"
            }
        }
    }

    /// Why a file cannot be a logo.
    enum Fault: Error, Equatable {
        case tooLarge, unknownFormat

        var words: String {
            switch self {
            case .tooLarge: "is larger than \(LogoImage.largest) bytes"
            case .unknownFormat: "is neither an SVG (UTF-8, with xmlns=\"\(LogoImage.namespace)\") nor a PNG"
            }
        }
    }

    static let largest = 65_536
    private static let namespace = "http://www.w3.org/2000/svg"

    let bytes: [UInt8]
    let format: Format
    /// Its hash, which tells it from other logos.
    let hash: String
    /// The address at this service under which browsers find it.
    let path: String

    init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.largest else { throw .tooLarge }
        guard let format = Self.format(of: bytes) else { throw .unknownFormat }
        self.bytes = bytes
        self.format = format
        hash = SHA256.hash(data: bytes).prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        path = "\(Paths.webLogo)?v=\(hash)"
    }

    private static func format(of bytes: [UInt8]) -> Format? {
        // PNG, third edition, section 5.2.
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        guard let text = String(validating: bytes, as: UTF8.self), isSVG(text) else { return nil }
        return .svg
    }

    /// Whether the first element is an `svg`. Without the namespace, an `img` shows nothing.
    private static func isSVG(_ text: String) -> Bool {
        var rest = text.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        let others = [("<?", "?>"), ("<!--", "-->"), ("<!", ">")]
        while let (_, end) = others.first(where: { rest.hasPrefix($0.0) }), let close = rest.firstRange(of: end) {
            rest = rest[close.upperBound...].drop { $0.isWhitespace }
        }
        guard rest.hasPrefix("<svg"), let end = rest.firstIndex(of: ">") else { return false }
        let tag = rest[..<end]
        let isNamed = tag.dropFirst(4).first.map { $0.isWhitespace } ?? false
        return isNamed && (tag.contains("xmlns=\"\(namespace)\"") || tag.contains("xmlns='\(namespace)'"))
    }
}
