import SignInAPI

/// Whether a reply stays connected to the window that opened it (HTML Standard, section 7.1.3, Cross-Origin-Opener-Policy).
///
/// An app's page may open a sign-in in a popup and wait for the result there. The popup loses its opener for good if one
/// reply on the way has another policy than `unsafe-none`, redirects and errors included: `same-origin-allow-popups`
/// protects a page that opens popups, and cuts off one that is a popup of another origin. The opener learns little. It
/// can see that the popup was closed and send it elsewhere, and it cannot read it. The pages have no frames to count and
/// listen to no messages.
///
/// Every other reply is alone in its window, so that a page of another origin keeps no handle to it.
enum OpenerPolicy: String, Sendable {
    case keepsOpener = "unsafe-none"
    case alone = "same-origin"

    init(path: String) {
        self = Self.popupPaths.contains(path) ? .keepsOpener : .alone
    }

    /// The way from the start of a sign-in to its result, and a sign-out for an OpenID client, which ends at a page of
    /// the client as well. Going back to a page of the way does not bring a lost opener back, so the password pages are
    /// part of it.
    static let popupPaths: Set = [
        Paths.oauthAuthorize, Paths.oauthContinue, Paths.oauthLogout, Paths.oauthLogoutConfirm,
        Paths.webSignIn, Paths.webCallback, Paths.webQuestion, Paths.webWaiting,
        Paths.webPasswordSignIn, Paths.webPasswordForgotten, Paths.webPasswordReset,
    ]
}
