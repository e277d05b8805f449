import SignInKit
import SwiftUI

/// Asks before the person gets a second account, or before two accounts are merged.
///
/// An app with a login of its own offers it here, too, and answers with a ticket of its server.
struct QuestionView: View {
    @ObservedObject var signIn: SignInModel
    let question: AccountQuestion

    var body: some View {
        VStack(spacing: 24) {
            Text(SignInWords.question(question))
            if question.takes(.new) { Button("Create a new account") { Task { await signIn.answer(.new) } } }
            if question.takes(.session) { Button("Add it to my account") { Task { await signIn.answer(.session) } } }
            if question.takes(.merge) { Button("Merge the accounts") { Task { await signIn.answer(.merge) } } }
            Button("Not now") { Task { await signIn.cancel() } }
            if let notice = SignInWords.notice(signIn.status) { Text(notice) }
        }
        .padding()
    }
}
