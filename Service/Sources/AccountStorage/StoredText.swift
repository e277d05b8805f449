/// What text every database can keep.
public enum StoredText {
    /// Refuses U+0000 as a `conflict` with what a column can hold: PostgreSQL keeps none, and C would cut the text there.
    public static func check(_ texts: String?...) throws(StorageFailure) {
        for text in texts {
            guard let text, text.utf8.contains(0) else { continue }
            throw .conflict
        }
    }
}
