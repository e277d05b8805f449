/// Reads JSON as signed structures need it: one meaning for each text, or none.
public enum StrictJSONReader {
    /// The one object that the text is.
    ///
    /// Refuses duplicate names at every depth, invalid UTF-8, a byte-order mark, lone surrogates, bare control characters, trailing
    /// commas, leading zeros, and what is beyond the limits.
    public static func readObject(
        _ bytes: [UInt8], limits: TokenLimits = .standard
    ) throws(TokenFormatError) -> JSONObject {
        try readObject(in: bytes, from: 0, to: bytes.count, limits: limits)
    }

    /// The one object that a part of the bytes is; it keeps the bytes, and copies none.
    static func readObject(
        in bytes: [UInt8], from start: Int, to end: Int, limits: TokenLimits
    ) throws(TokenFormatError) -> JSONObject {
        let places: Result<[JSONMember], TokenFormatError> = bytes.withUnsafeBufferPointer { buffer in
            var scanner = JSONScanner(UnsafeBufferPointer(rebasing: buffer[..<end]), limits: limits, at: start)
            do throws(TokenFormatError) {
                return .success(try scanner.scanDocument())
            } catch {
                return .failure(error)
            }
        }
        return JSONObject(bytes: bytes, places: try places.get())
    }
}
