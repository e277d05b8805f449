package appleidemulatortest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	appleidemulator "github.com/apple-id-emulator/apple-id-emulator-go"
	"github.com/apple-id-emulator/apple-id-emulator-go/appleidemulatortest"
)

func TestATeamHasItsOwnPeopleAndClients(t *testing.T) {
	emulator := appleidemulatortest.Start(t)
	team, err := emulator.CreateTeam(appleidemulator.NewTeam{})
	must(t, err)
	first, err := emulator.SignIn("maya", appleidemulator.SignIn{App: team.App()})
	must(t, err)
	other, err := emulator.SignIn("maya", appleidemulator.SignIn{})
	must(t, err)
	if first.Name == nil || other.Name == nil || first.User == other.User || !strings.HasPrefix(team.PrivateKey, "-----BEGIN") {
		t.Errorf("%+v and %+v are not of two teams", first, other)
	}
}

func TestANameComesWithTheFirstSignInOnly(t *testing.T) {
	emulator := appleidemulatortest.Start(t)
	first, err := emulator.SignIn("maya", appleidemulator.SignIn{})
	must(t, err)
	second, err := emulator.SignIn("maya", appleidemulator.SignIn{})
	must(t, err)
	if first.Name.First != "Maya" || second.Name != nil {
		t.Errorf("names: %v, then %v", first.Name, second.Name)
	}
}

func TestAPersonWhoDoesNotConfirmIsNotSignedIn(t *testing.T) {
	emulator := appleidemulatortest.Start(t)
	_, err := emulator.SignIn("maya", appleidemulator.SignIn{More: appleidemulator.Members{"confirmation": "canceled"}})
	if !errors.Is(err, appleidemulator.ErrCanceled) {
		t.Errorf("the app got %v", err)
	}
	var failure *appleidemulator.SignInError
	if _, err := emulator.SignIn("locked", appleidemulator.SignIn{}); !errors.As(err, &failure) || errors.Is(err, appleidemulator.ErrCanceled) {
		t.Errorf("the app got %v", err)
	}
}

func TestAnEventIsWaitedForWhileSomethingElseHappens(t *testing.T) {
	emulator := appleidemulatortest.Start(t)
	app := make(chan error, 2)
	go func() {
		for _, person := range []string{"tomas", "maya"} {
			_, err := emulator.SignIn(person, appleidemulator.SignIn{})
			app <- err
		}
	}()
	event, err := emulator.WaitFor("code_issued", appleidemulator.Members{"person": "maya"})
	must(t, err)
	must(t, <-app)
	must(t, <-app)
	if event["client_id"] != emulator.App {
		t.Errorf("the event is %v", event)
	}
}

func TestAWaitEndsAfterItsTime(t *testing.T) {
	emulator := appleidemulatortest.Start(t)
	_, err := emulator.WaitForAtMost(100*time.Millisecond, "consent_given", appleidemulator.Members{"person": "maya"})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the wait ended with %v", err)
	}
}

func TestAWaitSaysIfEventsWereLost(t *testing.T) {
	emulator := appleidemulatortest.Start(t)
	people := make([]appleidemulator.Members, 1_100)
	for number := range people {
		people[number] = appleidemulator.Members{"key": fmt.Sprintf("p%d", number), "email": fmt.Sprintf("p%d@example.com", number)}
	}
	must(t, emulator.Call("POST", "/people", appleidemulator.Members{"people": people}, nil))
	var missed *appleidemulator.EventsMissedError
	if _, err := emulator.WaitFor("person_added", appleidemulator.Members{"person": "p0"}); !errors.As(err, &missed) {
		t.Errorf("the wait ended with %v", err)
	}
}

func TestAMisspeltEventIsRefusedAtOnce(t *testing.T) {
	emulator := appleidemulatortest.Start(t)
	var refusal *appleidemulator.CallError
	if _, err := emulator.WaitFor("tokens_isued", nil); !errors.As(err, &refusal) || refusal.Code != "event_type_unknown" {
		t.Errorf("the wait ended with %v", err)
	}
}

func TestAFaultLastsAsLongAsItShould(t *testing.T) {
	emulator := appleidemulatortest.Start(t)
	_, err := emulator.SetFault("keys", "status", appleidemulator.Members{"status": 503, "times": 1})
	must(t, err)
	for _, expected := range []int{503, 200} {
		answer, err := http.Get(emulator.BaseURL + "/auth/keys")
		must(t, err)
		answer.Body.Close()
		if answer.StatusCode != expected {
			t.Errorf("the keys were answered with %d", answer.StatusCode)
		}
	}
}

func TestApplesPagesAreAnsweredForAPerson(t *testing.T) {
	emulator := appleidemulatortest.Start(t)
	must(t, emulator.RegisterReturnURL("http://localhost:5000/back"))
	query := url.Values{"client_id": {emulator.Service}, "redirect_uri": {"http://localhost:5000/back"}, "response_type": {"code"}, "state": {"s-1"}}
	approval, err := emulator.Approve(emulator.BaseURL+"/auth/authorize?"+query.Encode(), "maya", appleidemulator.Approve{})
	must(t, err)
	if !strings.Contains(approval.Location, "state=s-1") {
		t.Errorf("the browser goes to %s", approval.Location)
	}
}

func TestAWrongOptionIsReportedWithTheProgramsWords(t *testing.T) {
	_, err := appleidemulator.Start(appleidemulator.Options{Arguments: []string{"--nonsense"}})
	if err == nil || !strings.Contains(err.Error(), "ended with 2") || !strings.Contains(err.Error(), "--nonsense") {
		t.Errorf("the start ended with %v", err)
	}
}

func TestTheProgramEndsWithTheTest(t *testing.T) {
	var emulator *appleidemulator.Emulator
	t.Run("with an emulator", func(t *testing.T) { emulator = appleidemulatortest.Start(t, "--strict") })
	if answer, err := http.Get(emulator.BaseURL + "/auth/keys"); err == nil {
		answer.Body.Close()
		t.Error("it answers after its test")
	}
	if _, err := os.Stat(emulator.KeyFile); err == nil {
		t.Error("its key is left")
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
