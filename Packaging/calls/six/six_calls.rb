require "apple_id_emulator"

AppleIDEmulator.start do |emulator|
  team = emulator.create_team
  emulator.create_person("ada", first: "Ada", last: "Lovelace")
  emulator.set_fault("keys", "status", status: 503, times: 1)
  credential = emulator.sign_in("ada", app: team.app, nonce: "n-1")
  event = emulator.wait_for("code_issued", person: "ada")
  puts [credential.email, event["client_id"] == team.app].join(" ")
end
