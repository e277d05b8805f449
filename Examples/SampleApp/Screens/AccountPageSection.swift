#if canImport(WebKit) && canImport(UIKit)
    import Foundation
    import SignInKit
    import SwiftUI
    import UIKit
    import WebKit

    /// Opens the service's own page of the account, as the person who is signed in.
    struct AccountPageSection: View {
        @ObservedObject var signIn: SignInModel
        @State private var page: OpenPage? = nil
        @State private var notice = ""

        var body: some View {
            Section("On the web") {
                Button("Open my account page") { Task { await open() } }
                    .sheet(item: $page) { WebPage(request: $0.request) }
                Text(notice)
            }
        }

        /// The request works once, so each page gets a new one.
        private func open() async {
            do throws(SignInFailure) {
                guard let request = try await signIn.client?.webRequest(for: .account) else { return }
                page = OpenPage(request: request)
                notice = ""
            } catch {
                notice = SignInWords.failure(error)
            }
        }
    }

    private struct OpenPage: Identifiable {
        let id = UUID()
        let request: URLRequest
    }

    /// A web view, which holds the app's session from then on.
    private struct WebPage: UIViewRepresentable {
        let request: URLRequest

        func makeUIView(context: Context) -> WKWebView {
            let view = WKWebView(frame: .zero)
            view.load(request)
            return view
        }

        func updateUIView(_ view: WKWebView, context: Context) {}
    }
#endif
