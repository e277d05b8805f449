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

#Preview("Asked") { RootView(signIn: .preview(.asking(.example))) }

#Preview("Asked whether to merge") { RootView(signIn: .preview(.asking(.exampleMerge))) }

#Preview("Offered to merge after a transfer") { RootView(signIn: .preview(.asking(.exampleOffer))) }

#Preview("Deleting") { HomeView(signIn: .preview(.deleting(.example)), person: .example) }
