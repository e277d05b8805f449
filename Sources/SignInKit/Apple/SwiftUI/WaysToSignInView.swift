#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import Foundation
    public import SwiftUI

    /// The ways to sign in to the account: lists and removes them, adds the Apple Account of the device, and replaces a
    /// password by Sign in with Apple.
    ///
    /// It is a section: put it into a `Form` or a `List` of your settings. If the state becomes ``SignInState/asking(_:)``,
    /// show an ``AccountQuestionView``.
    ///
    /// It shows what did not work, but asks for no password. Who signed in with one too long ago reads that a new sign-in is
    /// needed: show a field of your own, and call ``SignInClient/signIn(with:)``.
    public struct WaysToSignInView: View {
        private let model: PageModel

        /// Creates the section for a model.
        public init(_ model: SignInModel) { self.model = .observed(model) }

        /// Creates the section for an observable model.
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
        public init(_ model: ObservableSignInModel) { self.model = .observable(model) }

        /// The section.
        public var body: some View {
            ModelPage(model: model) { WaysSection(model: $0, state: $0.status.state) }
        }
    }

    private struct WaysSection: View {
        let model: any SignInPageModel
        let state: SignInState

        var body: some View { WaysOfAccount(model: model, state: state).id(AccountPageKey(state)) }
    }

    private struct WaysOfAccount: View {
        let model: any SignInPageModel
        let state: SignInState
        @State private var content = AccountContent<WaysToSignIn>()

        init(model: any SignInPageModel, state: SignInState) {
            self.model = model
            self.state = state
        }

        var body: some View {
            Section(ViewText.waysTitle.text) {
                if content.isReading { ProgressView().task { await read() } }
                if let ways = content.read { rows(WaysPresentation(ways, person: state.person)) }
                if let notice = content.notice { Text(notice) }
                if content.isMissing { Button(ViewText.tryAgain.text) { content = AccountContent() } }
            }
            .disabled(state.isChangingAccount)
        }

        @ViewBuilder
        private func rows(_ shown: WaysPresentation) -> some View {
            ForEach(shown.rows, id: \.id) { row in
                Text(row.title)
                if content.removing == row.id {
                    Text(ViewText.waysRemoveWarning.text)
                    Button(ViewText.waysRemove.text, role: .destructive) { Task { await make(.remove(row.id)) } }
                    Button(ViewText.answerLater.text) { content.removing = nil }
                } else if row.canRemove {
                    Button(ViewText.waysRemove.text, role: .destructive) { content.removing = row.id }
                }
            }
            ForEach(shown.changes, id: \.self) { change in
                Button(change.title) { Task { await make(change) } }
            }
        }

        private func make(_ change: WaysPresentation.Change) async {
            guard let client = model.client else { return }
            content.removing = nil
            content.failure = await client.make(change)
            await read()
        }

        private func read() async {
            guard let client = model.client else {
                content.read = .example
                return
            }
            do throws(SignInFailure) {
                content.read = try await client.waysToSignIn()
            } catch {
                content.failure = error
            }
        }
    }
#endif
