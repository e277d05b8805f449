/// One event in the life of grants.
///
/// People, clients, sessions and notifications are numbers that are taken modulo what there is, so a history stays valid
/// when steps are left out.
enum GrantStep: Equatable, Sendable {
    /// What becomes of the code of a sign-in.
    enum Code: CaseIterable, Sendable {
        case brought
        /// The app sends none.
        case absent
        /// It is older than five minutes, so Apple refuses it.
        case expired
    }

    /// A person signs in.
    case signIn(person: Int, client: Int, Code)
    /// A signed-in person links another Apple Account in the app.
    case link(session: Int, person: Int)
    case unlink(session: Int, person: Int)
    case deleteAccount(session: Int)
    /// A person signs in while their account is being deleted.
    case signInDuringDeletion(person: Int, client: Int)
    case stopUsing(person: Int, client: Int)
    /// A person stops using the apps during a sign-in, and the notification arrives before the sign-in is stored.
    case stopUsingDuringSignIn(person: Int, client: Int)
    case changePassword(person: Int)
    case deleteAppleAccount(person: Int)
    /// A notification arrives: the newest, an older one, or one that arrived before.
    case notify(Int)
    /// A day passes, with its check.
    case check
    /// An old device says that its credential was revoked.
    case report(session: Int)
    /// The queue of requests to Apple is worked off.
    case work
    /// The next requests to revoke are late at Apple, or lost.
    case workLate
    case workLost
    /// A person signs in while a request to revoke is on its way.
    case signInDuringRevocation(person: Int, client: Int)
    /// The late requests take effect.
    case arrive
    case wait(seconds: Int)

    /// Draws a step.
    init(_ dice: inout HistoryDice) {
        let (person, session) = (dice.number(2), dice.number(4))
        // The second person and the second website appear less often, so that histories meet each other.
        let client = [0, 0, 0, 1, 1, 2][dice.number(6)]
        switch dice.number(41) {
        case 0..<11: self = .signIn(person: person, client: client, .brought)
        case 11: self = .signIn(person: person, client: client, .absent)
        case 12: self = .signIn(person: person, client: client, .expired)
        case 13, 14: self = .link(session: session, person: person)
        case 15: self = .unlink(session: session, person: person)
        case 16...18: self = .deleteAccount(session: session)
        case 19: self = .signInDuringDeletion(person: person, client: client)
        case 20...22: self = .stopUsing(person: person, client: client)
        case 23, 24: self = .changePassword(person: person)
        case 25: self = dice.number(3) == 0 ? .deleteAppleAccount(person: person) : .check
        case 26...29: self = .notify(dice.number(3))
        case 30, 31: self = .check
        case 32: self = .report(session: session)
        case 33: self = .work
        case 34, 35: self = .workLate
        case 36: self = .workLost
        case 37: self = .signInDuringRevocation(person: person, client: client)
        case 38: self = .arrive
        case 39: self = .stopUsingDuringSignIn(person: person, client: client)
        default: self = .wait(seconds: [20, 70, 130, 7_200][dice.number(4)])
        }
    }
}

/// Generates the same numbers for the same seed on every platform (SplitMix64).
struct HistoryDice: Sendable {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(seed) &* 0xD1B5_4A32_D192_ED03
    }

    mutating func number(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
