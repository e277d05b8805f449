package com.example.app

import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL
import java.net.URLEncoder
import kotlin.concurrent.thread

/** Ends a session at the service by its refresh token (RFC 7009), which AppAuth does not do. */
class Revocation(private val endpoint: String, private val clientId: String) {
    /** Sends the token without waiting. Without a network, the session ends by itself when it is not used. */
    fun send(token: String): Thread = thread {
        try {
            post(token)
        } catch (_: IOException) {
        }
    }

    private fun post(token: String): Int {
        val connection = URL(endpoint).openConnection() as HttpURLConnection
        connection.requestMethod = "POST"
        connection.instanceFollowRedirects = false // the token would go to another host
        connection.doOutput = true
        connection.connectTimeout = 10_000
        connection.readTimeout = 10_000
        val form = "token=${encoded(token)}&token_type_hint=refresh_token&client_id=${encoded(clientId)}"
        connection.outputStream.use { it.write(form.toByteArray()) }
        return connection.responseCode
    }

    private fun encoded(text: String) = URLEncoder.encode(text, "UTF-8")
}
