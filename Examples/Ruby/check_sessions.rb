# Checks access tokens of siwa in another service, without asking siwa each time (Documentation/checking-sessions.md).
#
#     [SIWA_KEY=siwa_…] ruby check_sessions.rb ISSUER AUDIENCE [SECONDS] < TOKENS
#
# Needs Ruby 3 and no gems. SIWA_KEY is this service's key at siwa, with the scope operations. Without it, siwa's
# operator_addresses must name this machine.
require "json"
require "net/http"
require "openssl"

class SessionChecker
  # The token is not good: answer 401.
  class Refused < StandardError; end

  # What siwa answers. A refusal is raised in siwa's own words, which name the scope that the key lacks.
  def self.ask(url, body: nil, key: nil)
    uri = URI(url)
    headers = { "Content-Type" => "application/json", "Authorization" => key && "Bearer #{key}" }.compact
    limits = { use_ssl: uri.scheme == "https", open_timeout: 5, read_timeout: 5 }
    reply = Net::HTTP.start(uri.host, uri.port, **limits) do |http|
      body ? http.post(uri.request_uri, JSON.generate(body), headers) : http.get(uri.request_uri, headers)
    end
    raise "#{url} was answered #{reply.code} #{reply.body.to_s[0, 1000]}" unless reply.is_a?(Net::HTTPSuccess)

    JSON.parse(reply.body)
  end

  # What an error says, in one line for the log.
  def self.in_one_line(error) = error.message.scrub.gsub(/[[:cntrl:][:space:]]+/, " ")

  def initialize(issuer, audience, seconds: 30, siwa_key: nil)
    @issuer, @audience, @seconds, @siwa_key = issuer, audience, seconds, siwa_key
    @keys, @ended, @lock = {}, {}, Mutex.new
  end

  # The claims of a good token. Anything raised but Refused means that nobody can tell now: answer 503, and log it.
  def check(token)
    signed, header, payload, signature = token.b.match(/\A(([\w-]+)\.([\w-]+))\.([\w-]+)\z/)&.captures
    head = read_header(header)
    # The header can only name the one algorithm. It does not choose it.
    raise Refused, "not_an_access_token" unless head["typ"] == "at+jwt" && head["alg"] == "ES256"
    raise Refused, "bad_signature" unless signed?(key(head["kid"]), signed, decode(signature))

    claims = JSON.parse(decode(payload))
    ours = claims.values_at("iss", "aud") == [@issuer, @audience]
    raise Refused, "bad_claims" unless ours && claims["sub"] && claims["sid"]
    raise Refused, "expired" unless claims["exp"].is_a?(Numeric) && claims["exp"] > Time.now.to_f
    raise Refused, "session_ended" if ended?(claims["sid"])

    claims
  end

  private

  # Keys are kept five minutes; an unknown kid is looked up at once, but not more often than every `seconds`.
  def key(kid)
    @lock.synchronize do # of many threads one reads, and the others wait for it
      read_keys if older?(@keys_read_at, @keys.key?(kid) ? 300 : @seconds)
      @keys.fetch(kid) { raise Refused, "unknown_key" }
    end
  end

  def ended?(session)
    @lock.synchronize do
      read_ended_sessions if older?(@ended_read_at, @seconds)
      @ended.key?(session)
    end
  end

  def read_keys
    published = self.class.ask("#{@issuer}/.well-known/jwks.json")["keys"]
    ours = published.select { |key| key["kty"] == "EC" && key["crv"] == "P-256" }
    @keys = ours.to_h { |key| [key["kid"], public_key(key)] }
    @keys_read_at = now
  end

  def read_ended_sessions
    loop do
      page = self.class.ask("#{@issuer}/v1/ended-sessions#{"?since=#{@next}" if @next}", key: @siwa_key)
      page["sessions"].each { |entry| @ended[entry["session"]] = entry["ended_at"] }
      @next = page["next"]
      break unless page["more"]
    end
    latest = @ended.values.max || 0 # forget what no token outlives: by siwa's clock, not ours
    @ended.select! { |_, at| at > latest - 20 * 60_000 }
    @ended_read_at = now
  end

  def read_header(text)
    head = JSON.parse(decode(text.to_s))
    head.is_a?(Hash) ? head : {}
  rescue JSON::ParserError
    raise Refused, "not_a_token"
  end

  # A token has r and s side by side, 32 bytes each. OpenSSL wants them in ASN.1.
  def signed?(key, text, signature)
    return false unless signature.bytesize == 64

    pair = signature.unpack("a32a32").map { |number| OpenSSL::ASN1::Integer(OpenSSL::BN.new(number, 2)) }
    key.verify("SHA256", OpenSSL::ASN1::Sequence(pair).to_der, text)
  end

  def public_key(jwk)
    curve = %w[id-ecPublicKey prime256v1].map { |name| OpenSSL::ASN1::ObjectId(name) }
    point = OpenSSL::ASN1::BitString("\x04".b + decode(jwk["x"]) + decode(jwk["y"]))
    OpenSSL::PKey.read(OpenSSL::ASN1::Sequence([OpenSSL::ASN1::Sequence(curve), point]).to_der)
  end

  def decode(text) = text.tr("-_", "+/").unpack1("m")
  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  def older?(moment, seconds) = moment.nil? || now - moment >= seconds
end

if $PROGRAM_NAME == __FILE__
  issuer, audience, seconds = ARGV
  checker = SessionChecker.new(issuer, audience, seconds: Float(seconds || 30), siwa_key: ENV["SIWA_KEY"])
  $stdout.sync = true
  $stdin.each_line do |line|
    puts "yes #{checker.check(line.strip)["sub"]}"
  rescue SessionChecker::Refused => reason
    puts "no #{reason.message}"
  rescue StandardError => error
    puts "cannot tell"
    warn "cannot tell: #{SessionChecker.in_one_line(error)}"
  end
end
