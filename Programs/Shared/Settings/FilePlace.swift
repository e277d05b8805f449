/// Resolves paths relative to the configuration file's folder, so that a configuration can be moved as a whole.
package enum FilePlace {
    /// Resolves a path relative to `directory`.
    package static func resolve(_ path: String, in directory: String) -> String {
        path.isEmpty || path.hasPrefix("/") || directory.isEmpty ? path : directory + "/" + path
    }

    /// The folder of a path; empty if the path has none.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
