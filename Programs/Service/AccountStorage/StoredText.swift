/// The text that every database can store.
public enum StoredText {
    /// Throws `conflict` for text with U+0000: PostgreSQL cannot store it, and C code would truncate the text there.
    public static func check(_ texts: String?...) throws(StorageFailure) {
        for text in texts {
            guard let text, text.utf8.contains(0) else { continue }
            throw .conflict
        }
    }
}
