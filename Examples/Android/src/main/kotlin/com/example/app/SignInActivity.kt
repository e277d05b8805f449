package com.example.app

import android.os.Bundle
import android.widget.Button
import android.widget.ImageButton
import android.widget.LinearLayout
import android.widget.TextView
import androidx.activity.ComponentActivity
import androidx.activity.result.contract.ActivityResultContracts
import net.openid.appauth.AuthorizationException

/** One screen: a button that signs in, or one that signs out. */
class SignInActivity : ComponentActivity() {
    private lateinit var session: Session
    private lateinit var words: TextView
    private lateinit var signIn: ImageButton
    private lateinit var signOut: Button

    private val browser = registerForActivityResult(ActivityResultContracts.StartActivityForResult()) { result ->
        val answer = result.data
        if (answer == null) show(null) else session.finish(answer) { show(it) }
    }
    private val farewell = registerForActivityResult(ActivityResultContracts.StartActivityForResult()) { show(null) }

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        session = Session(this)
        words = TextView(this)
        signIn = ImageButton(this).apply {
            // Apple's own picture, from its image service. See README.md.
            setImageResource(R.drawable.sign_in_with_apple)
            contentDescription = "Sign in with Apple"
            background = null
            setOnClickListener { begin() }
        }
        signOut = Button(this).apply {
            text = "Sign out"
            setOnClickListener {
                val intent = session.end()
                if (intent == null) show(null) else farewell.launch(intent)
            }
        }
        setContentView(LinearLayout(this).apply {
            orientation = LinearLayout.VERTICAL
            listOf(words, signIn, signOut).forEach { addView(it) }
        })
        show(null)
    }

    override fun onDestroy() {
        session.close()
        super.onDestroy()
    }

    private fun begin() {
        signIn.isEnabled = false // two taps are one tab
        session.begin { intent, failure -> if (intent == null) show(failure) else browser.launch(intent) }
    }

    private fun show(failure: AuthorizationException?) {
        words.text = when {
            failure != null -> failure.errorDescription ?: "That did not work. Please try again."
            session.isSignedIn -> "You are signed in."
            else -> "Sign in to keep your list on all your devices."
        }
        signIn.isEnabled = true
        signIn.visibility = if (session.isSignedIn) android.view.View.GONE else android.view.View.VISIBLE
        signOut.visibility = if (session.isSignedIn) android.view.View.VISIBLE else android.view.View.GONE
    }
}
