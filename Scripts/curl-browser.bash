# A browser made of curl: pages with cookies, and the fields of their forms. Scripts that walk through a sign-in source
# it. They set $jar (the cookie file) and $folder (for the answers), and define `fail` and `say`.

# Runs curl. Sets $answer to the body, $status to the status and $location to the target of a redirect.
ask() {
    say "   curl $(printf '%q ' "${@//"$folder/"/}" | cut -c1-150)"
    local facts
    facts=$(curl -sS -m 120 -o "$folder/body" -w '%{http_code} %{redirect_url}' "$@") || fail "no answer from ${*: -1}"
    status=${facts%% *}
    location=${facts#* }
    answer=$(cat "$folder/body")
}
page() { ask -b "$jar" -c "$jar" "$@"; }
expect() { [ "$status" = "$1" ] || fail "status $status instead of $1: $answer"; }
contains() { case "$answer" in *"$1"*) ;; *) fail "the answer does not contain $1: $answer" ;; esac; }
lacks() { case "$answer" in *"$1"*) fail "the answer contains $1: $answer" ;; esac; }
# Extract a JSON member, or a hidden form field, by its name.
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" <<<"$answer"; }
hidden() { sed -n "s/.*name=\"$1\" value=\"\([^\"]*\)\".*/\1/p" <<<"$answer" | head -n 1 | plain_text; }
# Decodes HTML character references.
plain_text() { sed 's/&quot;/"/g; s/&lt;/</g; s/&gt;/>/g; '"s/&#39;/'/g"'; s/&amp;/\&/g'; }
