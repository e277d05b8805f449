#if canImport(SwiftUI)
    import SignInKit
    import SwiftUI

    @testable import NotesApp

    #Preview("Offline") { Progress(signIn: .preview(.exchanging(.waiting))) }
    #Preview("Failed") { Progress(signIn: .preview(.signedOut(.notYet), failure: .attemptExpired)) }
    #Preview("Signed in") { Leaving(signIn: .preview(.signedIn(.example))) }
#endif
