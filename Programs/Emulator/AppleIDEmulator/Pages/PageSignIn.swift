import HTTPServing
import HashTreeCollections

/// A sign-in in progress on the pages, bound to the browser that began it.
struct PageSignIn: Sendable {
    /// How far the sign-in has come. A page requires that the earlier ones were completed.
    enum Progress: Int, Sendable, Comparable {
        case started, accountChosen, passwordGiven, codeGiven

        static func < (one: Progress, other: Progress) -> Bool { one.rawValue < other.rawValue }
    }

    let browser: String
    let request: AuthorizeRequest
    /// The query of the request, for starting over.
    let query: String
    /// What the trusted device shows.
    let deviceCode: String
    let expiresAt: Int
    var progress = Progress.started
    var person: Person?
    /// Who is signed in to the Mac, if the system's sheet answers instead of the pages.
    var sheetHolder: String?
    /// The language that the app asked for.
    var locale: String? { FormFields(decoding: query.utf8)?["locale"] }
    /// The result, kept in case the browser sends the last form twice.
    var response: AuthorizeResponse?
}

/// The sign-ins on the pages, by flow id.
struct PageSignIns: Sendable {
    static let lifetime = 1_800
    private var byFlow: TreeDictionary<String, PageSignIn> = [:]
    private var sweep = Sweep()

    mutating func begin(_ signIn: PageSignIn, flow: String, now: Int) {
        if sweep.isDue(at: byFlow.count) {
            byFlow = byFlow.filter { $0.value.expiresAt > now }
            sweep.done(leaving: byFlow.count)
        }
        byFlow[flow] = signIn
    }

    /// The sign-in of that flow, if this browser began it and it has not expired.
    func find(_ flow: String, browser: String, now: Int) -> PageSignIn? {
        guard let signIn = byFlow[flow], signIn.browser == browser, signIn.expiresAt > now else { return nil }
        return signIn
    }

    mutating func update(_ flow: String, _ change: (inout PageSignIn) -> Void) {
        guard var signIn = byFlow[flow] else { return }
        change(&signIn)
        byFlow[flow] = signIn
    }
}
