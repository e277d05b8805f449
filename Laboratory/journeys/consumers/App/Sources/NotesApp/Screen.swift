#if canImport(UIKit)
    import SignInKit
    import SwiftUI
    import UIKit

    @MainActor
    final class SignInScreen {
        let signIn: SignInClient

        init() throws {
            signIn = try SignInClient.system(SignInConfiguration(server: server, client: "app"))
            Task { [signIn] in await signIn.follow() }
        }

        func makeButton() -> UIView {
            SignInControl(signIn, .continue, style: .whiteOutline)
        }

        func makePage(_ model: SignInModel) -> UIViewController {
            UIHostingController(rootView: AppleSignInView(model, title: "Notes"))
        }
    }
#endif
