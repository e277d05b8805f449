"""Two `siwa serve` on one PostgreSQL server act as one OpenID Provider, also for requests that arrive at once."""

import contextlib
import random
import urllib.parse

import pytest

from harness import web
from harness.logout_receiver import LogoutReceiver
from harness.people import Visitor, path_of, reposted
from harness.relying_party import RelyingParty, provider, refreshing, session_of, user_info
from harness.system import running
from harness.waiting import until

RACERS = 64
# A request whose transaction meets others for more than two seconds is told to come again, as on a busy machine.
COME_AGAIN = (503, "temporarily_unavailable")


@pytest.fixture(scope="module")
def receiver():
    with LogoutReceiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def board(receiver):
    return RelyingParty("board", refresh=True, backchannel_logout_uri=receiver.url)


@pytest.fixture(scope="module")
def database(server):
    return server.new_database()


@pytest.fixture(scope="module")
def providers(tmp_path_factory, database, board):
    with running(
        tmp_path_factory.mktemp("providers"),
        services=2,
        database=database.url,
        rate_limits={"per_minute": 0, "backend_per_minute": 0},
        openid=provider(board),
    ) as providers:
        yield providers


def test_a_code_redeemed_64_times_at_both_gives_tokens_once_and_ends_their_session(providers, database, board, receiver, rounds):
    """A code that is used twice may be stolen, so the tokens of its first use end (RFC 6749 section 4.1.2)."""
    visitor, earlier = signed_in(providers), database.number(SESSIONS)
    won = []
    for number in range(rounds(6, 500)):
        with providers.connect(number % 2) as connection:
            form = board.code(visitor, connection)
        answers = at_both(providers, board, form)
        won += [answer.json for answer in answers if answer.status == 200]
        assert len(won) == number + 1, f"round {number}: {told(answers)}"
        assert told(answers) - {COME_AGAIN} == {(200, None), (400, "invalid_grant")}, f"round {number}"
        assert_over(providers, board, won[-1])
        assert database.number(SESSIONS) == earlier + number + 1, f"round {number}"
    # The person is still signed in to the service itself.
    assert visitor.account() is not None
    receiver.until_told(map(session_of, won), providers)


def test_a_refresh_token_used_64_times_at_both_signs_nobody_out(providers, board, rounds):
    """Everybody gets a sibling. The first use of one of them invalidates the others (Laboratory/cases/refresh-model)."""
    visitor = signed_in(providers)
    for number in range(rounds(4, 300)):
        tokens = board.ask(providers, board.code(visitor)).json
        answers = at_both(providers, board, refreshing(tokens))
        assert told(answers) - {COME_AGAIN} == {(200, None)}, f"round {number}"
        siblings = [answer.json for answer in answers if answer.status == 200]
        assert len(siblings) > RACERS // 2, f"round {number}: {len(siblings)} siblings"
        assert len({sibling["refresh_token"] for sibling in siblings} | {tokens["refresh_token"]}) == len(siblings) + 1
        assert {session_of(sibling) for sibling in siblings} == {session_of(tokens)}
        for place in (0, 1):
            with providers.connect(place) as connection:
                assert user_info(connection, random.choice(siblings)).status == 200
                # An answer that was lost is made up for, also by the other service.
                assert board.renew(tokens, connection).status == 200
        used, other = random.sample(siblings, 2)
        with providers.connect(0) as first, providers.connect(1) as second:
            after = board.renew(used, first)
            assert after.status == 200, after.body
            refused = board.renew(other, second)
            assert (refused.status, refused.code) == (400, "invalid_grant"), f"round {number}: {refused}"
        assert_over(providers, board, after.json)


def test_of_64_siblings_used_at_both_at_once_one_survives(providers, board, rounds):
    visitor = signed_in(providers)
    for number in range(rounds(4, 300)):
        tokens = board.ask(providers, board.code(visitor)).json
        siblings = [answer.json for answer in at_both(providers, board, refreshing(tokens)) if answer.status == 200]
        assert len(siblings) > RACERS // 2, f"round {number}: {len(siblings)} siblings"
        answers = at_both(providers, board, *(refreshing(sibling) for sibling in siblings))
        # A request that was here before the first use of another sibling may come from the same device, so it gets
        # nothing, and ends nothing.
        assert [answer.status for answer in answers].count(200) == 1, f"round {number}: {told(answers)}"
        assert told(answers) <= {(200, None), (400, "invalid_grant"), COME_AGAIN}, f"round {number}"
        (survivor,) = (answer.json for answer in answers if answer.status == 200)
        if (400, "invalid_grant") in told(answers):
            assert_over(providers, board, survivor)
        else:
            assert board.renew(survivor, providers).status == 200, f"round {number}"


def sign_out(providers, visitor):
    return "/oauth/logout/confirm", {}, visitor.headers()


def deletion(providers, visitor):
    return "/web/account/delete", {}, visitor.headers()


def end_of_others(providers, visitor):
    """The same person ends every other session from another browser."""
    other = signed_in(providers, visitor.key)
    return "/web/account/end-others", {}, other.headers()


def another_sign_in(providers, visitor):
    """Somebody else signs in in the same browser."""
    form = Visitor(providers).approve(visitor.begin())
    return path_of(form["action"]), reposted(form), visitor.headers()


ENDINGS = [sign_out, deletion, end_of_others, another_sign_in]


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_session_of_a_client_outlives_the_browsers(ending, providers, database, board, receiver, rounds):
    """Both services redeem codes and renew sessions, while one of them ends the browser's session."""
    earlier, begun, late = database.sql(SESSION_IDS), set(), 0
    for number in range(rounds(6, 200)):
        visitor = signed_in(providers)
        answers, tokens = meet(providers, board, visitor, ending(providers, visitor))
        assert told(answers) <= {(200, None), (400, "invalid_grant"), COME_AGAIN}, f"round {number}: {told(answers)}"
        late += [answer.status for answer in answers].count(400)
        begun |= set(map(session_of, tokens))
        assert database.number(OUTLIVING) == 0, f"round {number}: a client's session outlives the browser's"
        for each in tokens:
            assert_over(providers, board, each)
    receiver.until_told(begun, providers)
    until(lambda: database.number("SELECT count(*) FROM client_sessions WHERE logout_due_at IS NOT NULL") == 0, "no notice waits")
    stored = {row[0] for row in database.sql(SESSION_IDS) if row not in earlier}
    assert stored == begun, "a session that no client knows, or the other way round"
    print(f"{ending.__name__}: {len(begun)} sessions ended, {late} requests were too late")


def test_who_signs_in_again_in_the_same_browser_stays_signed_in_at_the_client(providers, database, board, receiver, rounds):
    """The new session takes over the clients' sessions of the one that it replaces."""
    for number in range(rounds(6, 200)):
        visitor = signed_in(providers)
        again = visitor.approve(visitor.begin())
        request = path_of(again["action"]), reposted(again), visitor.headers()
        answers, tokens = meet(providers, board, visitor, request)
        # The code of a session that was replaced is of no use any more.
        assert told(answers) <= {(200, None), (400, "invalid_grant"), COME_AGAIN}, f"round {number}: {told(answers)}"
        assert database.number(OUTLIVING) == 0, f"round {number}: a client's session outlives the browser's"
        for each in tokens:
            assert user_info(providers, each).status == 200, f"round {number}: signed out"
            assert board.renew(each, providers).status == 200, f"round {number}: signed out"
        assert not receiver.sessions(providers) & set(map(session_of, tokens)), "told of an end"


def meet(providers, board, visitor, request):
    """Sends a request at the same time as others that redeem codes and renew sessions.

    Returns the answers to the others, and the newest tokens of every session that the client has.
    """
    tokens = {session_of(each): each for each in (board.ask(providers, board.code(visitor)).json for _ in range(4))}
    requests = [("/oauth/token", board.code(visitor), board.headers) for _ in range(12)]
    requests += [("/oauth/token", refreshing(each), board.headers) for each in tokens.values()]
    random.shuffle(requests)
    # The others come while it is begun, under way or done.
    done, *answers = all_at_both(providers, [request, *requests], head_start=random.randrange(8))
    if done.status == 503:
        done = until(lambda: (again := all_at_both(providers, [request])[0]).status != 503 and again, f"an answer of {request[0]}")
    assert done.status in (200, 303), f"{request[0]}: {done}"
    for answer in answers:
        if answer.status == 200:
            tokens[session_of(answer.json)] = answer.json
    return answers, tokens.values()


SESSIONS = "SELECT count(*) FROM sessions JOIN client_sessions USING (id) WHERE platform = 3"
SESSION_IDS = "SELECT encode(id, 'hex') FROM sessions WHERE platform = 3"
OUTLIVING = """
    SELECT count(*) FROM sessions s JOIN client_sessions c ON c.id = s.id JOIN sessions p ON p.id = c.parent_id
    WHERE s.ended_at IS NULL AND p.ended_at IS NOT NULL"""


def signed_in(providers, key=None):
    visitor = Visitor(providers, key)
    answer = visitor.walk()
    assert answer is not None and answer.status == 303, answer
    return visitor


def at_both(providers, board, *forms):
    """Sends 64 forms to the token endpoint at once, half to each service: each once, or one 64 times."""
    forms = forms if len(forms) > 1 else forms * RACERS
    return all_at_both(providers, [("/oauth/token", form, board.headers) for form in forms])


def all_at_both(providers, requests, head_start=0):
    """The head start of the first request is the time of this number of other requests."""
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(contextlib.closing(web.Line(providers.ports[place % 2]))) for place in range(len(requests))]
        return web.finish_at_once(
            lines,
            [
                line.request(path, web.FORM, urllib.parse.urlencode(form).encode(), headers)
                for line, (path, form, headers) in zip(lines, requests)
            ],
            lambda: [providers.send("GET", "/health/live") for _ in range(head_start)],
        )


def told(answers):
    return {(answer.status, answer.code) for answer in answers}


def assert_over(providers, board, tokens):
    """Neither service accepts any token of the session."""
    for place in (0, 1):
        with providers.connect(place) as connection:
            late = user_info(connection, tokens)
            assert (late.status, late.code) == (401, "invalid_token"), late
            late = board.renew(tokens, connection)
            assert (late.status, late.code) == (400, "invalid_grant"), late
