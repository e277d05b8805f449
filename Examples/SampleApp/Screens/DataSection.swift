import Foundation
import SignInKit
import SwiftUI

/// Gives the person a copy of their data.
struct DataSection: View {
    @ObservedObject var signIn: SignInModel
    @State private var notice = ""

    var body: some View {
        Section("Your data") {
            Button("Get a copy") { Task { await copyData() } }
            Text(notice)
        }
    }

    private func copyData() async {
        do throws(SignInFailure) {
            guard let copy = try await signIn.client?.copyOfData() else { return }
            notice = "Offer it as a file; it has \(copy.count) bytes."
        } catch {
            notice = SignInWords.failure(error)
        }
    }
}
