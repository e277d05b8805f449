import SignInKit
import SwiftUI

#Preview("Signed out") { WelcomeView(signIn: .preview(.signedOut(.notYet))) }
#Preview("Revoked") { WelcomeView(signIn: .preview(.signedOut(.credentialRevoked))) }
#Preview("Offline") { WelcomeView(signIn: .preview(.exchanging(.waiting))) }
#Preview("Failed") { WelcomeView(signIn: .preview(.signedOut(.notYet), failure: .attemptExpired)) }
#Preview("Signed in") { HomeView(signIn: .preview(.signedIn(.example)), person: .example) }
