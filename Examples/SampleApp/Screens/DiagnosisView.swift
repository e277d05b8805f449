import Foundation
import SignInKit
import SwiftUI

/// Says what may be wrong with the app's set-up, for its developer. People never see it.
struct DiagnosisView: View {
    @ObservedObject var signIn: SignInModel
    @State private var found = ""

    var body: some View {
        VStack(spacing: 8) {
            Button("What may be wrong?") { Task { found = await signIn.diagnosis().description } }
            Text(found)
        }
    }
}
