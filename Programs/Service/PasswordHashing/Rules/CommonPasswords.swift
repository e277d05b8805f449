/// The passwords that attackers try first. `Lists/common-passwords.txt` names the source.
enum CommonPasswords {
    private static let all: Set<String> = Set(
        String(decoding: PackageResources.common_passwords_txt, as: UTF8.self)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init))

    static var count: Int { all.count }

    /// - Parameter text: a text in lower case.
    static func contains(_ text: String) -> Bool {
        all.contains(text)
    }
}
