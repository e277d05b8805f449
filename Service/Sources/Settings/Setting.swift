/// A setting as the operator sees it, declared where it is read.
package struct Setting: Sendable {
    /// What a value must look like in the file.
    package enum Kind: String, Sendable {
        case number, flag, list, object
        case text = "string"
        case textOrFlag = "string or flag"
    }

    /// The path; a component in angle brackets is a name that the operator chooses.
    let path: [String]
    let kind: Kind
    /// What holds without a value, in words; nil where there must be one.
    var standard: String?
    /// Which values are allowed, in words.
    var range = ""
    var isSecret = false
    let meaning: String

    /// The table of the documentation.
    package static func table(of settings: [Setting]) -> String {
        (["| Key | Kind | Default | Range | Meaning |", "|---|---|---|---|---|"] + settings.map(\.row)).joined(
            separator: "\n")
    }

    private var row: String {
        let texts = [path.joined(separator: "."), kind.rawValue, standard ?? "required", range, meaning]
        return "| `\(texts[0])` | " + texts.dropFirst().joined(separator: " | ") + (isSecret ? " **Secret.** |" : " |")
    }
}
