/// Paths in a configuration file are meant from the file's own folder, so a configuration can be moved as a whole.
package enum FilePlace {
    /// The path as it is meant from `directory`.
    package static func resolve(_ path: String, in directory: String) -> String {
        path.isEmpty || path.hasPrefix("/") || directory.isEmpty ? path : directory + "/" + path
    }

    /// The folder of a path; empty when it names none.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
