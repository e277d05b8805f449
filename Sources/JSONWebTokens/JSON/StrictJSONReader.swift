/// Reads JSON as signed structures require it: a text has exactly one meaning, or it is refused.
public enum StrictJSONReader {
    /// Reads a text that must be exactly one JSON object.
    ///
    /// Refuses duplicate names at every depth, invalid UTF-8, a byte-order mark, lone surrogates, unescaped control
    /// characters, trailing commas, leading zeros, and whatever exceeds the limits.
    public static func readObject(
        _ bytes: [UInt8], limits: TokenLimits = .standard
    ) throws(TokenFormatError) -> JSONObject {
        try readObject(in: bytes, from: 0, to: bytes.count, limits: limits)
    }

    /// Reads a range of the bytes that must be exactly one JSON object. The object shares the bytes without copying
    /// them.
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
