#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import Foundation
    public import SwiftUI

    /// The devices and browsers on which the person is signed in: lists them, and signs them out.
    ///
    /// It is a section: put it into a `Form` or a `List` of your settings.
    public struct AccountSessionsView: View {
        private let model: PageModel

        /// Creates the section for a model.
        public init(_ model: SignInModel) { self.model = .observed(model) }

        /// Creates the section for an observable model.
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
        public init(_ model: ObservableSignInModel) { self.model = .observable(model) }

        /// The section.
        public var body: some View {
            ModelPage(model: model) { SessionsSection(model: $0, state: $0.status.state) }
        }
    }

    private struct SessionsSection: View {
        let model: any SignInPageModel
        let state: SignInState

        var body: some View { SessionsOfAccount(model: model, state: state).id(AccountPageKey(state)) }
    }

    private struct SessionsOfAccount: View {
        let model: any SignInPageModel
        let state: SignInState
        @State private var content = AccountContent<[AccountSession]>()

        init(model: any SignInPageModel, state: SignInState) {
            self.model = model
            self.state = state
        }

        var body: some View {
            Section(ViewText.sessionsTitle.text) {
                if content.isReading { ProgressView().task { await read() } }
                if let sessions = content.read { rows(SessionsPresentation(sessions)) }
                if let notice = content.notice { Text(notice) }
                if content.isMissing { Button(ViewText.tryAgain.text) { content = AccountContent() } }
            }
            .disabled(state.isChangingAccount)
        }

        @ViewBuilder
        private func rows(_ shown: SessionsPresentation) -> some View {
            ForEach(shown.rows, id: \.id) { row in
                VStack(spacing: 4) {
                    Text(row.title)
                    Text(row.detail)
                }
                if row.canEnd { Button(ViewText.sessionsEnd.text) { Task { await make(.end(row.id)) } } }
            }
            if shown.canEndOthers { Button(ViewText.sessionsEndOthers.text) { Task { await make(.endOthers) } } }
        }

        private func make(_ change: SessionsPresentation.Change) async {
            guard let client = model.client else { return }
            content.failure = await client.make(change)
            await read()
        }

        private func read() async {
            guard let client = model.client else {
                content.read = AccountSession.examples
                return
            }
            do throws(SignInFailure) {
                content.read = try await client.sessions()
            } catch {
                content.failure = error
            }
        }
    }
#endif
