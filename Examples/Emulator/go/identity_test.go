package sample_test

import (
	"errors"
	"testing"

	appleidemulator "github.com/apple-id-emulator/apple-id-emulator-go"
	"github.com/apple-id-emulator/apple-id-emulator-go/appleidemulatortest"
	"sample"
)

func TestAPersonsTokenIsAccepted(t *testing.T) {
	emulator, identity := start(t)
	if err := emulator.CreatePerson(appleidemulator.Person{Key: "ada", First: "Ada"}); err != nil {
		t.Fatal(err)
	}
	credential := signIn(t, emulator, "ada", appleidemulator.SignIn{Nonce: "n-1"})
	claims, err := identity.Verify(credential.IdentityToken, "n-1")
	if err != nil || claims.Sub != credential.User || claims.Email != "ada@example.com" {
		t.Errorf("%+v, %v", claims, err)
	}
}

func TestATokenOfAnotherSignInIsRefused(t *testing.T) {
	emulator, identity := start(t)
	credential := signIn(t, emulator, "maya", appleidemulator.SignIn{Nonce: "n-1"})
	if _, err := identity.Verify(credential.IdentityToken, "n-2"); !errors.Is(err, sample.ErrNonce) {
		t.Errorf("%v", err)
	}
}

func TestATokenForAnotherTeamsAppIsRefused(t *testing.T) {
	emulator, identity := start(t)
	team, err := emulator.CreateTeam(appleidemulator.NewTeam{})
	if err != nil {
		t.Fatal(err)
	}
	credential := signIn(t, emulator, "maya", appleidemulator.SignIn{App: team.App(), Nonce: "n-1"})
	if _, err := identity.Verify(credential.IdentityToken, "n-1"); !errors.Is(err, sample.ErrNotOurs) {
		t.Errorf("%v", err)
	}
}

func TestNobodyIsSignedInWhileAppleIsDown(t *testing.T) {
	emulator, identity := start(t)
	credential := signIn(t, emulator, "maya", appleidemulator.SignIn{Nonce: "n-1"})
	if _, err := emulator.SetFault("keys", "status", appleidemulator.Members{"status": 503}); err != nil {
		t.Fatal(err)
	}
	if _, err := identity.Verify(credential.IdentityToken, "n-1"); err == nil || errors.Is(err, sample.ErrNotApples) {
		t.Errorf("%v", err)
	}
	if _, err := emulator.WaitFor("fault_fired", appleidemulator.Members{"endpoint": "keys"}); err != nil {
		t.Error(err)
	}
}

func start(t *testing.T) (*appleidemulator.Emulator, sample.Identity) {
	t.Helper()
	emulator := appleidemulatortest.Start(t)
	return emulator, sample.Identity{Keys: emulator.BaseURL + "/auth/keys", Issuer: emulator.Issuer, App: emulator.App}
}

func signIn(t *testing.T, emulator *appleidemulator.Emulator, person string, how appleidemulator.SignIn) appleidemulator.Credential {
	t.Helper()
	credential, err := emulator.SignIn(person, how)
	if err != nil {
		t.Fatal(err)
	}
	return credential
}
