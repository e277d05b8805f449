package com.example.app

import android.content.Context
import android.content.Intent
import android.net.Uri
import net.openid.appauth.AuthState
import net.openid.appauth.AuthorizationException
import net.openid.appauth.AuthorizationRequest
import net.openid.appauth.AuthorizationResponse
import net.openid.appauth.AuthorizationService
import net.openid.appauth.AuthorizationServiceConfiguration
import net.openid.appauth.EndSessionRequest
import net.openid.appauth.ResponseTypeValues

/** The session of the person who uses the app. AppAuth makes state, nonce and code verifier, and checks the ID token. */
class Session(context: Context) {
    private val service = AuthorizationService(context)
    private val store = SessionStore(context)
    private var state = store.read()?.let { AuthState.jsonDeserialize(it) } ?: AuthState()

    val isSignedIn: Boolean get() = state.isAuthorized

    /** Makes the intent that opens the browser, in a Custom Tab where there is one. */
    fun begin(then: (Intent?, AuthorizationException?) -> Unit) {
        AuthorizationServiceConfiguration.fetchFromIssuer(Uri.parse(SignInService.ISSUER)) { provider, failure ->
            if (provider == null) {
                then(null, failure)
            } else {
                val request = AuthorizationRequest.Builder(
                    provider, SignInService.CLIENT_ID, ResponseTypeValues.CODE, Uri.parse(SignInService.REDIRECT_URI)
                ).setScope(SignInService.SCOPES).build()
                then(service.getAuthorizationRequestIntent(request), null)
            }
        }
    }

    /** Exchanges the code in the browser's answer. A person who cancels has made a choice, which is no failure. */
    fun finish(answer: Intent, then: (AuthorizationException?) -> Unit) {
        val response = AuthorizationResponse.fromIntent(answer)
        val failure = AuthorizationException.fromIntent(answer)
        // Any app can send this intent, so it must not end the session that there is.
        if (response == null) return then(failure.takeUnless { isCancelled(it) })
        service.performTokenRequest(response.createTokenExchangeRequest()) { tokens, refusal ->
            if (tokens != null) {
                state = AuthState(response, tokens, null)
                keep()
            }
            then(refusal)
        }
    }

    /** Gives an access token for a call of your API. It is renewed before it expires. */
    fun withAccessToken(then: (String?, AuthorizationException?) -> Unit) {
        val asked = state
        asked.performActionWithFreshTokens(service) { accessToken, _, failure ->
            // A sign-in or a sign-out in the meantime is not undone.
            if (state !== asked) return@performActionWithFreshTokens withAccessToken(then)
            // A renewal replaces the refresh token. After the session has ended, there is none.
            if (failure?.error == "invalid_grant") forget() else keep()
            then(accessToken, failure)
        }
    }

    /** Ends this app's session, and makes the intent that ends the browser's; `null` if nobody is signed in. */
    fun end(): Intent? {
        val provider = state.authorizationServiceConfiguration
        val token = state.refreshToken
        val idToken = state.idToken
        forget()
        if (provider == null || token == null) return null
        val revocation = provider.discoveryDoc?.docJson?.optString("revocation_endpoint")
        if (!revocation.isNullOrEmpty()) Revocation(revocation, SignInService.CLIENT_ID).send(token)
        val request = EndSessionRequest.Builder(provider)
            .setIdTokenHint(idToken)
            .setPostLogoutRedirectUri(Uri.parse(SignInService.GOODBYE_URI))
            .build()
        return service.getEndSessionRequestIntent(request)
    }

    /** The person closed the tab, or pressed "Cancel" on a page. */
    private fun isCancelled(failure: AuthorizationException?) =
        failure == AuthorizationException.GeneralErrors.USER_CANCELED_AUTH_FLOW || failure?.error == "access_denied"

    fun close() = service.dispose()

    private fun keep() = store.write(state.jsonSerializeString())

    private fun forget() {
        state = AuthState()
        store.clear()
    }
}
