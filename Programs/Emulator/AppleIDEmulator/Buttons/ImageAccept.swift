/// What a client says about images in `Accept` (RFC 9110 §12.5.1).
struct ImageAccept: Sendable, Equatable {
    /// The client names SVG, and does not prefer PNG to it.
    let isForSVG: Bool
    /// The client can do something with an SVG, as far as it says.
    let allowsSVG: Bool

    init(_ header: String?) {
        let qualities = Self.qualities(header ?? "")
        let everything = qualities.isEmpty ? 1 : qualities["*/*"] ?? 0
        let images = qualities["image/*"] ?? everything
        let named = qualities["image/svg+xml"]
        isForSVG = (named ?? 0) > 0 && (named ?? 0) >= qualities["image/png"] ?? images
        allowsSVG = (named ?? images) > 0
    }

    private static func qualities(_ header: String) -> [String: Double] {
        var qualities: [String: Double] = [:]
        for range in header.split(separator: ",") {
            let parts = range.split(separator: ";").map { String($0).trimmedASCII.lowercased() }
            guard let type = parts.first else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 1 }
            qualities[type] = quality ?? 1
        }
        return qualities
    }
}
