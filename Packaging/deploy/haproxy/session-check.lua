-- Asks siwa whether a request has a session, for haproxy.cfg (HAProxy 2.6 or later, built with Lua).
--
-- The action sets txn.session_status to the status of siwa's answer. It stays 0 if siwa did not answer: if a Lua action
-- fails, HAProxy goes on with the next rule, so haproxy.cfg has to refuse everything but 204.

local check = "http://" .. os.getenv("SIWA") .. "/v1/sessions/check"

local answered = {
    session_user = "x-auth-request-user",
    session_email = "x-auth-request-email",
    session_external_id = "x-auth-request-preferred-username",
    session_again = "retry-after",
}

-- HAProxy counts the values of a header from 0, and Lua counts from 1.
local function values(header)
    local found = {}
    for place = 0, #header do
        found[#found + 1] = header[place]
    end
    return found
end

core.register_action("check_session", { "http-req" }, function(txn)
    txn:set_var("txn.session_status", 0)
    local asked = txn.http:req_get_headers()
    local headers = { ["x-forwarded-for"] = { txn.sf:src() } }
    for _, name in ipairs({ "cookie", "authorization" }) do
        if asked[name] then
            headers[name] = values(asked[name])
        end
    end
    -- HAProxy tries four times, so nobody waits longer than ten seconds.
    local answer = core.httpclient():get({ url = check, headers = headers, timeout = 2500 })
    if answer == nil or answer.status == nil then
        return
    end
    for variable, name in pairs(answered) do
        local value = answer.headers and answer.headers[name]
        if value then
            txn:set_var("txn." .. variable, value[0])
        end
    end
    txn:set_var("txn.session_status", answer.status)
end, 0)
