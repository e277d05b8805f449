// Makes the calls of cases.json with the Go module, and prints what each returned.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	appleidemulator "github.com/apple-id-emulator/apple-id-emulator-go"
)

type members = map[string]any

type given struct {
	Call      string
	Arguments struct {
		TeamID       string `json:"team_id"`
		Apps         []string
		Key          string
		Email        string
		First        string
		Last         string
		Password     string
		Person       string
		App          string
		Nonce        string
		Scopes       []string
		ShareEmail   *bool `json:"share_email"`
		More         members
		Event        string
		Members      members
		Seconds      float64
		Endpoint     string
		Kind         string
		AuthorizeURL string `json:"authorize_url"`
		Cancel       bool
		URL          string
		Service      string
		Client       string
		Types        []string
		Filters      map[string]string
		Path         string
		Body         any
		Method       string
	}
}

func main() {
	options := appleidemulator.Options{}
	if option := os.Getenv("DRIVER_OPTIONS"); option != "" {
		options.Arguments = []string{option}
	}
	if limit, err := strconv.Atoi(os.Getenv("DRIVER_SECONDS")); err == nil {
		options.Limit = time.Duration(limit) * time.Second
	}
	emulator, err := appleidemulator.Start(options)
	if os.Args[1] == "start" {
		if err == nil {
			emulator.Stop()
		}
		show("started", err)
		return
	}
	if err != nil {
		panic(err)
	}
	defer emulator.Stop()
	print(members{"base_url": emulator.BaseURL, "issuer": emulator.Issuer, "team_id": emulator.TeamID, "key_id": emulator.KeyID,
		"key_file": emulator.KeyFile, "app": emulator.App, "service": emulator.Service})
	if os.Args[1] == "hold" {
		time.Sleep(time.Hour)
	}
	text, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	var cases []given
	if err := json.Unmarshal(text, &cases); err != nil {
		panic(err)
	}
	for _, each := range cases {
		show(call(emulator, each))
	}
}

func call(e *appleidemulator.Emulator, each given) (any, error) {
	a := each.Arguments
	hides := a.ShareEmail != nil && !*a.ShareEmail
	switch each.Call {
	case "create_team":
		team, err := e.CreateTeam(appleidemulator.NewTeam{TeamID: a.TeamID, Apps: a.Apps})
		if err != nil {
			return nil, err
		}
		return members{"team_id": team.TeamID, "key_id": team.KeyID, "private_key": team.PrivateKey, "apps": team.Apps, "app": team.App()}, nil
	case "create_person":
		return a.Key, e.CreatePerson(appleidemulator.Person{Key: a.Key, Email: a.Email, First: a.First, Last: a.Last, Password: a.Password})
	case "sign_in":
		how := appleidemulator.SignIn{App: a.App, Nonce: a.Nonce, Scopes: a.Scopes, HideEmail: hides, More: a.More}
		credential, err := e.SignIn(a.Person, how)
		return plain(credential), err
	case "wait_for":
		if a.Seconds > 0 {
			return e.WaitForAtMost(time.Duration(a.Seconds*float64(time.Second)), a.Event, a.Members)
		}
		return e.WaitFor(a.Event, a.Members)
	case "set_fault":
		return e.SetFault(a.Endpoint, a.Kind, a.Members)
	case "clear_faults":
		return nil, e.ClearFaults()
	case "approve":
		approval, err := e.Approve(a.AuthorizeURL, a.Person, appleidemulator.Approve{HideEmail: hides, Cancel: a.Cancel})
		if approval.Method == "" {
			return members{"fields": approval.Fields}, err
		}
		return members{"method": approval.Method, "action": orNil(approval.Action), "location": orNil(approval.Location), "fields": approval.Fields}, err
	case "register_return_url":
		if a.Service != "" {
			return nil, e.RegisterReturnURLOf(a.Service, a.App, a.URL)
		}
		return nil, e.RegisterReturnURL(a.URL)
	case "stop_using":
		return e.StopUsing(a.Person, a.Client)
	case "advance_clock":
		return nil, e.AdvanceClock(time.Duration(a.Seconds) * time.Second)
	case "events":
		return e.Events(a.Types, a.Members)
	case "mark":
		return nil, e.Mark()
	case "log":
		return e.Log(a.Filters)
	case "reset":
		return nil, e.Reset()
	case "call":
		var answer any
		method := a.Method
		if method == "" {
			method = "GET"
			if a.Body != nil {
				method = "POST"
			}
		}
		err := e.Call(method, a.Path, a.Body, &answer)
		return answer, err
	}
	panic(each.Call)
}

func plain(credential appleidemulator.Credential) members {
	shown := members{"user": credential.User, "identity_token": credential.IdentityToken, "authorization_code": credential.AuthorizationCode,
		"name": nil, "email": orNil(credential.Email), "real_user_status": credential.RealUserStatus}
	if credential.Name != nil {
		shown["name"] = credential.Name
	}
	return shown
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func show(returned any, err error) {
	if err == nil {
		print(members{"returned": returned})
		return
	}
	told := members{"raised": fmt.Sprintf("%T", err), "message": err.Error()}
	for name, target := range map[string]error{"ErrCanceled": appleidemulator.ErrCanceled, "context.DeadlineExceeded": context.DeadlineExceeded} {
		if errors.Is(err, target) {
			told["raised"] = fmt.Sprintf("%T, %s", err, name)
		}
	}
	var refusal *appleidemulator.CallError
	if errors.As(err, &refusal) {
		told["status"], told["code"] = refusal.Status, orNil(refusal.Code)
	}
	print(told)
}

func print(value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}
