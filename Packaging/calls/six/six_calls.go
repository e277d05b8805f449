package main

import (
	"fmt"
	"log"

	apple "github.com/apple-id-emulator/apple-id-emulator-go"
)

func main() {
	emulator, err := apple.Start(apple.Options{})
	check(err)
	defer emulator.Stop()
	team, err := emulator.CreateTeam(apple.NewTeam{})
	check(err)
	check(emulator.CreatePerson(apple.Person{Key: "ada", First: "Ada", Last: "Lovelace"}))
	_, err = emulator.SetFault("keys", "status", apple.Members{"status": 503, "times": 1})
	check(err)
	credential, err := emulator.SignIn("ada", apple.SignIn{App: team.App(), Nonce: "n-1"})
	check(err)
	event, err := emulator.WaitFor("code_issued", apple.Members{"person": "ada"})
	check(err)
	fmt.Println(credential.Email, event["client_id"] == team.App())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
