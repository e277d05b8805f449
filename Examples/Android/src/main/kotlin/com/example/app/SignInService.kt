package com.example.app

/** The service at which people sign in, and this app as its OpenID client. */
object SignInService {
    /** Exactly the service's `public_url`, without a slash at the end. */
    const val ISSUER = "https://id.example.com"
    const val CLIENT_ID = "android"

    /** The App Link of the manifest. */
    const val REDIRECT_URI = "https://id.example.com/oauth/app"
    const val GOODBYE_URI = "com.example.app:/signed-out"
    const val SCOPES = "openid profile email offline_access"
}
