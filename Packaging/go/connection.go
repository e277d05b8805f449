package appleidemulator

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// A proxy of the environment is for other machines.
var client = &http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}

// What the stream of events can be filtered by. Other members are compared here.
var filters = map[string]bool{"client_id": true, "team_id": true, "person": true}

// An Event is something that happened: id, type, at, and members that depend on the type.
type Event = map[string]any

// Call makes any control call, such as Call("POST", "/switches", Members{"flags_as_text": true}, nil), and decodes the
// answer's JSON, unless answer is nil.
func (e *Emulator) Call(method, path string, body, answer any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	received, err := e.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer received.Close()
	text, err := io.ReadAll(received)
	if err != nil || answer == nil || len(text) == 0 {
		return err
	}
	return json.Unmarshal(text, answer)
}

func (e *Emulator) send(ctx context.Context, method, path string, body any) (io.ReadCloser, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, e.control+"/_emulator"+path, content)
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode < 300 {
		return answer.Body, nil
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	return nil, newCallError(path, answer.StatusCode, text)
}

// WaitFor waits at most thirty seconds, without polling, for an event whose members are equal, such as
// WaitFor("code_redeemed", Members{"person": "ada"}). Events count from the last one that a wait returned, or from Mark or
// Reset, so that none is lost between two waits.
func (e *Emulator) WaitFor(event string, members Members) (Event, error) {
	return e.WaitForAtMost(patience, event, members)
}

// WaitForAtMost waits for so long. If no such event comes, the error is a TimeoutError.
func (e *Emulator) WaitForAtMost(limit time.Duration, event string, members Members) (Event, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	query := url.Values{"types": {event}, "count": {"1"}}
	for member, value := range members {
		if filters[member] {
			query.Set(member, fmt.Sprint(value))
		}
	}
	for {
		found, err := e.read(ctx, query)
		switch {
		case errors.Is(err, context.DeadlineExceeded) || err == nil && len(found) == 0:
			return nil, &TimeoutError{fmt.Sprintf("no event %s%s within %s seconds", event, told(members), seconds(limit))}
		case err != nil:
			return nil, err
		}
		e.move(int64(found[0]["id"].(float64)))
		if matches(found[0], members) {
			return found[0], nil
		}
	}
}

// Events returns those since the last wait, of these types or of all, whose members are equal.
func (e *Emulator) Events(types []string, members Members) ([]Event, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	query := url.Values{"wait": {"false"}}
	if len(types) > 0 {
		query.Set("types", strings.Join(types, ","))
	}
	found, err := e.read(ctx, query)
	chosen := []Event{}
	for _, event := range found {
		if matches(event, members) {
			chosen = append(chosen, event)
		}
	}
	return chosen, err
}

// Mark lets the next wait begin here, whatever happened before.
func (e *Emulator) Mark() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return e.lines(ctx, "/events?wait=false", func(line string) error {
		if id, ok := after(line, "id: "); ok {
			position, err := strconv.ParseInt(id, 10, 64)
			if err != nil {
				return err
			}
			e.move(position)
		}
		return nil
	})
}

// read returns the events after the position, once the stream has ended.
func (e *Emulator) read(ctx context.Context, query url.Values) ([]Event, error) {
	e.lock.Lock()
	query.Set("since", strconv.FormatInt(e.position, 10))
	e.lock.Unlock()
	var events []Event
	var kind string
	err := e.lines(ctx, "/events?"+query.Encode(), func(line string) error {
		if name, ok := after(line, "event: "); ok {
			kind = name
		}
		data, ok := after(line, "data: ")
		if !ok {
			return nil
		}
		var event Event
		if err := json.Unmarshal([]byte(data), &event); err != nil {
			return err
		}
		if missed, ok := event["missed"].(float64); ok && kind == "missed" {
			return &EventsMissedError{int(missed)}
		}
		events = append(events, event)
		return nil
	})
	return events, err
}

func (e *Emulator) lines(ctx context.Context, path string, use func(string) error) error {
	received, err := e.send(ctx, "GET", path, nil)
	if err != nil {
		return err
	}
	defer received.Close()
	scanner := bufio.NewScanner(received)
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		if err := use(scanner.Text()); err != nil {
			return err
		}
	}
	return scanner.Err()
}

func (e *Emulator) move(position int64) {
	e.lock.Lock()
	defer e.lock.Unlock()
	e.position = position
}

// after is strings.CutPrefix, which Go 1.20 has.
func after(line, prefix string) (string, bool) {
	return strings.TrimPrefix(line, prefix), strings.HasPrefix(line, prefix)
}

// matches compares values as JSON has them, in which every number is a float64.
func matches(event Event, members Members) bool {
	for member, value := range members {
		if !reflect.DeepEqual(event[member], asJSON(value)) {
			return false
		}
	}
	return true
}

func asJSON(value any) any {
	text, err := json.Marshal(value)
	if err != nil {
		return value
	}
	var plain any
	if json.Unmarshal(text, &plain) != nil {
		return value
	}
	return plain
}

func told(members Members) string {
	if len(members) == 0 {
		return ""
	}
	text, err := json.Marshal(members)
	if err != nil {
		return ""
	}
	return " " + string(text)
}
