import SignInKit
import SwiftUI

#Preview("First start") { WelcomeView(signIn: .preview(.signedOut(.notYet))) }

#Preview("Stopped using") { WelcomeView(signIn: .preview(.signedOut(.credentialRevoked))) }

#Preview("Offline") { WelcomeView(signIn: .preview(.exchanging(.waiting))) }

#Preview("Refused") {
    WelcomeView(
        signIn: .preview(.signedOut(.notYet), failure: .refused(code: "account_held", requestID: "7f3a9c")))
}

#Preview("Signed in") { HomeView(signIn: .preview(.signedIn(.example)), person: .example) }

#Preview("Asked") { QuestionView(signIn: .preview(.asking(.example)), question: .example) }

#Preview("Asked whether to merge") {
    QuestionView(signIn: .preview(.asking(.exampleMerge)), question: .exampleMerge)
}

#Preview("Deleting") { HomeView(signIn: .preview(.deleting(.example)), person: .example) }
