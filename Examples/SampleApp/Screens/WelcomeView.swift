import Foundation
import SignInKit
import SwiftUI

/// Explains why to sign in, and offers it.
struct WelcomeView: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        VStack(spacing: 24) {
            Text("Keep your notes on all your devices.")
            if let notice = SignInWords.notice(signIn.status) { Text(notice) }
            if let progress = SignInWords.progress(signIn.status.state) {
                ProgressView(progress)
            } else {
                SignInButton(signIn)
            }
            #if DEBUG
                DiagnosisView(signIn: signIn)
            #endif
        }
        .padding()
        // Finds an existing account before the person is asked for anything.
        .task { await signIn.findExistingAccount() }
    }
}
