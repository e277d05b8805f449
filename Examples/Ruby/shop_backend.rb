# A shop with users of its own who move to Sign in with Apple: a link ticket, access tokens, and what siwa tells it.
#
#     SIWA_KEY=siwa_… WEBHOOK_SECRET=whsec_… ruby shop_backend.rb SIWA_URL DATABASE PORT
#
# Needs Ruby 3 and WEBrick (Debian's package ruby includes it; elsewhere: gem install webrick). DATABASE is a JSON file,
# so that it needs no other gem; a real shop has a database. SIWA_KEY is the shop's key at siwa, with the scopes
# accounts:read, accounts:write, link and operations. SIWA_URL is siwa's public_url. The shop listens on 127.0.0.1,
# behind a proxy of its own, and logs every 503 with its cause.
require "securerandom"
require "webrick"
require_relative "check_sessions"

Refused = SessionChecker::Refused

# The shop's users, and the ids of the events that it has heard.
class Database
  def initialize(file)
    @file, @lock = file, Mutex.new
    @kept = File.exist?(file) ? JSON.parse(File.read(file)) : { "last" => 0, "users" => [], "heard" => [] }
  end

  def user(name) = @kept["users"].find { |user| user["name"] == name }

  # Saves what the block changes. It is in the file before it counts, and it is there completely or not at all. Only
  # the shop can read it.
  def change
    @lock.synchronize do
      changed = @kept.merge(yield(@kept))
      draft = "#{@file}.#{SecureRandom.uuid}"
      File.write(draft, JSON.generate(changed), mode: File::WRONLY | File::CREAT | File::EXCL, perm: 0o600)
      File.rename(draft, @file)
      @kept = changed
    end
  end
end

class Shop
  def initialize(siwa_url, database, siwa_key, secret)
    @siwa, @database, @siwa_key = siwa_url, database, siwa_key
    @secret = secret.delete_prefix("whsec_").unpack1("m")
    @tokens = SessionChecker.new(siwa_url, siwa_url, siwa_key: siwa_key)
  end

  # The shop's own sign-in, as it always was; whoever passes it may link Sign in with Apple to their user.
  def ticket(request)
    name, _, password = request["Authorization"].to_s.delete_prefix("Basic ").unpack1("m").partition(":")
    user = @database.user(name.force_encoding("UTF-8"))
    salt, known = user ? user.values_at("salt", "hash").map { |text| text.unpack1("m") } : ["nobody", ""]
    hash = OpenSSL::KDF.scrypt(password, salt: salt, N: 16384, r: 8, p: 1, length: 64)
    raise Refused, "wrong_password" unless OpenSSL.secure_compare(hash, known)

    siwa("/v1/link-tickets", { external_id: user["id"].to_s, label: name })
  end

  # Whose access token it is: a user's who linked, or somebody's who is new and gets a row now.
  def signed_in_with_apple(request)
    account = @tokens.check(request["Authorization"].to_s.delete_prefix("Bearer "))["sub"]
    user = siwa("/v1/accounts?account=#{account}")["external_id"]
    unless user
      # The row is kept even if siwa's answer gets lost: siwa may know its id by then, so nobody else may get it.
      user = @database.change { |kept| add_user(kept) }["last"]
      siwa("/v1/accounts/name", { account: account, external_id: user.to_s })
    end
    { user: user.to_i }
  end

  # Standard Webhooks: signed over id, time and body; may come twice, so what we know is dropped.
  def hear(request)
    id, time, signatures = %w[webhook-id webhook-timestamp webhook-signature].map { |name| request[name].to_s }
    good = "v1," + [OpenSSL::HMAC.digest("SHA256", @secret, "#{id}.#{time}.#{request.body}")].pack("m0")
    raise Refused, "not_from_siwa" unless signatures.split.any? { |each| OpenSSL.secure_compare(good, each) }
    raise Refused, "too_old" if (Time.now.to_i - time.to_i).abs > 300

    event = JSON.parse(request.body)
    gone = event["type"] == "account.deleted" && event["data"]["external_id"]
    @database.change { |kept| kept["heard"].include?(id) ? {} : add_event(kept, id, gone) }
    nil
  end

  private

  def add_user(kept)
    id = kept["last"] + 1
    { "last" => id, "users" => kept["users"] + [{ "id" => id }] }
  end

  def add_event(kept, id, gone)
    { "heard" => kept["heard"] + [id], "users" => kept["users"].reject { |user| user["id"].to_s == gone } }
  end

  # A call with the shop's key. Whoever is asked for must be there: anything but 2xx is raised.
  def siwa(path, body = nil) = SessionChecker.ask(@siwa + path, body: body, key: @siwa_key)
end

siwa_url, file, port = ARGV
shop = Shop.new(siwa_url, Database.new(file), ENV.fetch("SIWA_KEY"), ENV.fetch("WEBHOOK_SECRET"))
routes = { "/ticket" => :ticket, "/me" => :signed_in_with_apple, "/hooks/siwa" => :hear }
server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: Integer(port), AccessLog: [])
server.mount_proc("/") do |request, response|
  route = routes[request.path] if request.request_method == "POST"
  response.status = route ? 200 : 404
  response.content_type = "application/json"
  response.body = JSON.generate(route && shop.public_send(route, request))
rescue StandardError => error # 503: nobody can tell now; a refusal of siwa is one, too
  response.status = error.is_a?(Refused) ? 401 : 503
  warn "#{request.path} was answered 503: #{SessionChecker.in_one_line(error)}" if response.status == 503
end
trap("TERM") { server.shutdown }
server.start
