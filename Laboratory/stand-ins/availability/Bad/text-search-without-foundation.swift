// Reported by: text-search-without-foundation
// Without Foundation in this file, a search for a text uses the newer string library: macOS 13 and iOS 16.
func isExpired(_ description: String) -> Bool {
    description.contains("code has expired")
}
