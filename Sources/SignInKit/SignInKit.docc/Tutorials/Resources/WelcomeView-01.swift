import Foundation
import SignInKit
import SwiftUI

struct WelcomeView: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        VStack(spacing: 24) {
            Text("Sign in to have your notes on all your devices.")
            SignInButton(signIn)
        }
        .padding()
    }
}
