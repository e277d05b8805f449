package appleidemulator

import (
	"crypto/rand"
	"net/url"
	"strings"
	"time"
)

// Members are those of a JSON object.
type Members = map[string]any

// A Team is one that was added.
type Team struct {
	TeamID string `json:"team_id"`
	KeyID  string `json:"key_id"`
	// PrivateKey is for client secrets, in PEM.
	PrivateKey string `json:"private_key"`
	// Apps are its bundle IDs.
	Apps []string `json:"apps"`
}

// App returns the first of its apps.
func (t Team) App() string { return t.Apps[0] }

// NewTeam is a team to be added. What is not given is drawn.
type NewTeam struct {
	TeamID string
	Apps   []string
}

// A Person is somebody to be added. The address is Key at example.com, unless there is another.
type Person struct {
	Key, Email, First, Last, Password string
}

// A Credential is what Apple gives an app when a person signs in. Name and address come with the first sign-in only.
type Credential struct {
	User              string      `json:"user"`
	IdentityToken     string      `json:"identity_token"`
	AuthorizationCode string      `json:"authorization_code"`
	Name              *PersonName `json:"name"`
	Email             string      `json:"email"`
	RealUserStatus    int         `json:"real_user_status"`
}

// A PersonName is one that a person shares with an app.
type PersonName struct {
	First string `json:"first"`
	Last  string `json:"last"`
}

// SignIn says how a person signs in to an app.
type SignIn struct {
	// App is another app than the example's.
	App string
	// Nonce is sent as it is: hash it first if your app does.
	Nonce string
	// Scopes are name and email, unless there are others.
	Scopes []string
	// HideEmail lets the person hide the address.
	HideEmail bool
	// More has other members of the control call, such as confirmation: canceled.
	More Members
}

// An Approval is what your callback gets after Apple's pages: Fields, sent to Action with Method, or Location opened.
type Approval struct {
	Method   string            `json:"method"`
	Action   string            `json:"action"`
	Location string            `json:"location"`
	Fields   map[string]string `json:"fields"`
}

// An Approve says how a person answers Apple's pages.
type Approve struct {
	// HideEmail lets the person hide the address.
	HideEmail bool
	// Cancel lets the person cancel.
	Cancel bool
}

// CreateTeam adds a team with a key and apps of its own, for tests that run in parallel.
func (e *Emulator) CreateTeam(team NewTeam) (Team, error) {
	if team.TeamID == "" {
		team.TeamID = drawnTeamID()
	}
	if len(team.Apps) == 0 {
		team.Apps = []string{"com.example." + strings.ToLower(team.TeamID)}
	}
	var added Team
	err := e.Call("POST", "/teams", Members{"team_id": team.TeamID, "apps": team.Apps}, &added)
	added.Apps = team.Apps
	return added, err
}

// CreatePerson adds a person.
func (e *Emulator) CreatePerson(person Person) error {
	if person.Email == "" {
		person.Email = person.Key + "@example.com"
	}
	body, name := Members{"key": person.Key, "email": person.Email}, Members{}
	set(name, "first", person.First)
	set(name, "last", person.Last)
	set(body, "password", person.Password)
	if len(name) > 0 {
		body["name"] = name
	}
	return e.Call("POST", "/people", body, nil)
}

// SignIn signs a person in to an app, as on a device. If the app gets an error, that is a SignInError.
func (e *Emulator) SignIn(person string, how SignIn) (Credential, error) {
	body := Members{"person": person, "bundle_id": e.App, "scopes": []string{"name", "email"}, "share_email": !how.HideEmail}
	set(body, "bundle_id", how.App)
	set(body, "nonce", how.Nonce)
	if how.Scopes != nil {
		body["scopes"] = how.Scopes
	}
	for member, value := range how.More {
		body[member] = value
	}
	var answer struct {
		Credential
		Error, Domain string
		Code          int
	}
	if err := e.Call("POST", "/device/credentials", body, &answer); err != nil {
		return Credential{}, err
	}
	if answer.Error != "" {
		return Credential{}, &SignInError{answer.Error, answer.Domain, answer.Code}
	}
	return answer.Credential, nil
}

// Approve answers Apple's pages for a person.
func (e *Emulator) Approve(authorizeURL, person string, how Approve) (Approval, error) {
	body := Members{"authorize_url": authorizeURL, "person": person, "share_email": !how.HideEmail}
	if how.Cancel {
		body["cancel"] = true
	}
	var approval Approval
	err := e.Call("POST", "/approvals", body, &approval)
	return approval, err
}

// RegisterReturnURL adds return URLs to the example's service.
func (e *Emulator) RegisterReturnURL(urls ...string) error {
	return e.RegisterReturnURLOf(e.Service, e.App, urls...)
}

// RegisterReturnURLOf adds return URLs to a service that shares the consent of an app.
func (e *Emulator) RegisterReturnURLOf(service, app string, urls ...string) error {
	return e.Call("POST", "/services", Members{"id": service, "primary_app": app, "return_urls": urls}, nil)
}

// StopUsing lets the person stop using an app; without a client, the example's. The emulator revokes the tokens and sends
// the notification consent-revoked.
func (e *Emulator) StopUsing(person, client string) (Members, error) {
	if client == "" {
		client = e.App
	}
	var caused Members
	err := e.Call("POST", "/account/stop-using", Members{"person": person, "client": client}, &caused)
	return caused, err
}

// SetFault makes an endpoint misbehave, for instance SetFault("token", "status", Members{"status": 503, "times": 2}).
func (e *Emulator) SetFault(endpoint, kind string, members Members) (Members, error) {
	fault := Members{"kind": kind}
	for member, value := range members {
		fault[member] = value
	}
	var faults Members
	err := e.Call("POST", "/faults", Members{"endpoint": endpoint, "fault": fault}, &faults)
	return faults, err
}

// ClearFaults removes every fault.
func (e *Emulator) ClearFaults() error { return e.Call("DELETE", "/faults", nil, nil) }

// AdvanceClock moves the emulator's clock forward.
func (e *Emulator) AdvanceClock(duration time.Duration) error {
	return e.Call("POST", "/clock", Members{"advance": int64(duration.Seconds())}, nil)
}

// Log returns the requests so far, each with the reason if it was refused. Filters: client_id, path, cause.
func (e *Emulator) Log(filters map[string]string) ([]Members, error) {
	path, query := "/log", url.Values{}
	for filter, value := range filters {
		query.Set(filter, value)
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	var log struct{ Entries []Members }
	err := e.Call("GET", path, nil, &log)
	return log.Entries, err
}

// Reset forgets sign-ins, people that were added and everything else that was changed. Waits begin here.
func (e *Emulator) Reset() error {
	if err := e.Call("POST", "/reset", Members{}, nil); err != nil {
		return err
	}
	return e.Mark()
}

func set(members Members, name, value string) {
	if value != "" {
		members[name] = value
	}
}

func drawnTeamID() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	drawn := make([]byte, 10)
	if _, err := rand.Read(drawn); err != nil {
		panic(err)
	}
	for index, octet := range drawn {
		drawn[index] = letters[int(octet)%len(letters)]
	}
	return string(drawn)
}
