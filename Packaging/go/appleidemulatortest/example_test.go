package appleidemulatortest_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	appleidemulator "github.com/apple-id-emulator/apple-id-emulator-go"
	"github.com/apple-id-emulator/apple-id-emulator-go/appleidemulatortest"
)

func TestAPersonSignsIn(t *testing.T) {
	emulator := appleidemulatortest.Start(t)
	if err := emulator.CreatePerson(appleidemulator.Person{Key: "ada", First: "Ada", Last: "Lovelace"}); err != nil {
		t.Fatal(err)
	}
	credential, err := emulator.SignIn("ada", appleidemulator.SignIn{Nonce: "n-1"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := base64.RawURLEncoding.DecodeString(strings.Split(credential.IdentityToken, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	var claims struct{ Iss, Aud, Sub, Nonce string }
	if err := json.Unmarshal(text, &claims); err != nil {
		t.Fatal(err)
	}
	if claims.Iss != emulator.Issuer || claims.Aud != emulator.App || claims.Sub != credential.User || claims.Nonce != "n-1" {
		t.Errorf("the token is of another sign-in: %+v", claims)
	}
	if credential.Email != "ada@example.com" {
		t.Errorf("the app got the address %s", credential.Email)
	}
}
