/// A text of a page. The language of the person who sees the page decides its words.
struct PageText: Sendable, Equatable {
    /// The group and the name in the files of `Pages/Languages`, such as `problem.password`.
    let key: String
    /// The values of its placeholders.
    let values: [String: String]

    init(_ key: String, _ values: [String: String] = [:]) {
        self.key = key
        self.values = values
    }
}

extension PageText {
    static let noAccount = PageText("problem.no_account")
    static let wrongPassword = PageText("problem.password")
}
