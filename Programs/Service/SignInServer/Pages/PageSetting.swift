import SignInFlows

/// What a page depends on besides its values.
struct PageSetting: Sendable, Equatable {
    /// The language of its texts.
    let language: Language
    /// Whether the language was chosen for the person. If not, the page is the same for everybody.
    var isForPerson = true
}
