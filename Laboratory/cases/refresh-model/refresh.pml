/* The refresh tokens of one session: the service's rule, the devices of an honest person, and a thief.
 *
 * What is checked, for every order of events and any number of refreshes:
 *   without THIEF  no session ever ends;
 *   with THIEF     once one side has used a token that was given for the copied one, no token of the other side is taken
 *                  again: it ends the session. So the second token that the slower side uses is found out, whoever it is.
 *
 * What is assumed of the network, the devices and the thief:
 *   - Requests and answers may be lost or late, in any order. A device that crashes before it has stored an answer is one
 *     whose answer was lost. But no honest request reaches the service after its token's successor has been used: a refresh
 *     would have to hang in the network through two others. (Left out: LATE_REQUESTS.)
 *   - A request that has reached the service may wait there for ever, while others are served.
 *   - Times are whole milliseconds, and any number of events can happen in one. A request that arrives in the millisecond
 *     of a change counts as overtaken by it, whichever came first. (Wrong: TIE_IS_THEFT.)
 *   - All tabs and processes of a device share one store. An answer is stored only while the store holds the token that was
 *     sent. (Left out: STORES_ANY_ANSWER.)
 *   - The thief copies the store once, at any moment, keeps two tokens of his choice, and may send either whenever he likes.
 *   - Reading the row, deciding and writing it are one step, as a transaction is.
 *   - No row is older than the tokens it gave; a database that was put back from a backup has rules of its own.
 *
 * Numbers: the service counts tokens upwards. Here they are named anew after each step: 0 is every token that is over, 1 the
 * one that was used last, 2 and up those that were given for it, in order, without those that nobody holds. So the numbers
 * stay small, and a search of all states is one for any number of refreshes.
 *
 * The rule in the service: Programs/Service/SignInFlows/Sessions/RefreshTokenVerdict.swift.
 */

#ifndef REQUESTS
#define REQUESTS 3
#endif
#define NAMES 16

/* Where a request is. */
#define FREE 0
#define SENT 1
#define WAITING 2
#define ANSWERED 3

typedef Request {
    byte at;
    bool byThief;
    byte token;
    byte answer;
    bool overtaken;     /* the row changed while this request waited in the service, or in the millisecond of its arrival */
#ifdef TIE_IS_THEFT
    bool hasJustArrived;
#endif
}

Request request[REQUESTS];

/* The row. */
byte used = 1, first = 2, last = 2;
bool ended;
bool hasJustChanged;    /* in this millisecond */
#ifdef FIXED_WINDOW
bool windowIsOver;      /* more than thirty seconds since the last use */
#endif

/* The device. */
byte stored = 2;

/* The thief. */
bool isStolen;
byte copied;
byte held[2];
bool wentOn[2];         /* whether the person [0], the thief [1] used a token that was given for the copied one */

hidden byte name[NAMES];
hidden byte isHeld[NAMES];
hidden byte number, next;

inline renameTokens() {
    d_step {
        for (number : 0 .. NAMES - 1) { name[number] = 0; isHeld[number] = false }
        isHeld[stored] = true; isHeld[copied] = true; isHeld[held[0]] = true; isHeld[held[1]] = true; isHeld[last] = true;
        for (number : 0 .. REQUESTS - 1) {
            isHeld[request[number].token] = true;
            isHeld[request[number].answer] = true
        }
        next = 2;
        for (number : first .. last) {
            if
            :: number != used && isHeld[number] -> name[number] = next; next++
            :: else
            fi
        }
        name[used] = 1;
        stored = name[stored]; copied = name[copied]; held[0] = name[held[0]]; held[1] = name[held[1]];
        for (number : 0 .. REQUESTS - 1) {
            request[number].token = name[request[number].token];
            request[number].answer = name[request[number].answer];
#ifndef LATE_REQUESTS
            if
            :: request[number].at == SENT && !request[number].byThief && request[number].token == 0 -> clear(number)
            :: else
            fi
#endif
        }
        used = 1; first = 2; last = next - 1;
        for (number : 0 .. NAMES - 1) { name[number] = 0; isHeld[number] = false }
        number = 0; next = 0
    }
}

inline clear(which) {
    request[which].at = FREE; request[which].byThief = false; request[which].token = 0; request[which].answer = 0;
    request[which].overtaken = false
#ifdef TIE_IS_THEFT
    ; request[which].hasJustArrived = false
#endif
}

/* A token was taken: the row has changed, so whoever waits in the service is overtaken. */
inline give(me) {
    assert(!isStolen || !wentOn[1 - request[me].byThief]);
    request[me].at = ANSWERED;
    request[me].answer = last;
    d_step {
        for (number : 0 .. REQUESTS - 1) {
            if
#ifdef TIE_IS_THEFT
            :: request[number].at == WAITING && !request[number].hasJustArrived -> request[number].overtaken = true
#else
            :: request[number].at == WAITING -> request[number].overtaken = true
#endif
            :: else
            fi
        }
        number = 0;
        request[me].overtaken = false;
        hasJustChanged = true
    }
#ifdef FIXED_WINDOW
    windowIsOver = false;
#endif
    renameTokens()
}

inline renew(me) {
    if
    :: isStolen && request[me].token != copied -> wentOn[request[me].byThief] = true
    :: else
    fi;
    used = request[me].token;
    last++;
#ifndef SIBLINGS_LIVE_ON
    first = last;
#endif
    give(me)
}

inline giveAnother(me) {
#ifdef ONE_SUCCESSOR
    skip;
#else
    last++;
#endif
    give(me)
}

inline end() {
    ended = true;
    assert(isStolen)
}

inline decide(me) {
    if
    :: request[me].token >= first && request[me].token <= last && request[me].token != used -> renew(me)
#ifdef FIXED_WINDOW
    :: request[me].token == used && !windowIsOver -> give(me)
    :: request[me].token == used && windowIsOver -> end()
#else
    :: request[me].token == used -> giveAnother(me)
#endif
#ifdef NO_REUSE_DETECTION
    :: request[me].token == 0 -> giveAnother(me)
#else
#ifdef NOBODY_IS_OVERTAKEN
    :: request[me].token == 0 -> end()
#else
    :: request[me].token == 0 && request[me].overtaken -> clear(me)
    :: request[me].token == 0 && !request[me].overtaken -> end()
#endif
#endif
    fi
}

active [REQUESTS] proctype Requests() {
end_: do
    /* A tab reads the store and asks. It may give up at any time: then nobody waits for the answer, which may come or not. */
    :: atomic { !ended && request[_pid].at == FREE -> request[_pid].at = SENT; request[_pid].token = stored }
#ifdef THIEF
    :: atomic { !ended && request[_pid].at == FREE && isStolen ->
        request[_pid].at = SENT; request[_pid].byThief = true;
        if
        :: request[_pid].token = held[0]
        :: request[_pid].token = held[1]
        fi }
#endif
    :: atomic { !ended && request[_pid].at == SENT -> clear(_pid); renameTokens() }
    :: atomic { !ended && request[_pid].at == SENT ->
        request[_pid].at = WAITING;
#ifdef TIE_IS_THEFT
        request[_pid].hasJustArrived = true
#else
        request[_pid].overtaken = hasJustChanged
#endif
        }
    :: atomic { !ended && request[_pid].at == WAITING -> decide(_pid) }
    :: atomic { !ended && request[_pid].at == ANSWERED -> clear(_pid); renameTokens() }
    :: atomic { !ended && request[_pid].at == ANSWERED && !request[_pid].byThief ->
        if
#ifdef STORES_ANY_ANSWER
        :: stored = request[_pid].answer
#else
        :: stored == request[_pid].token -> stored = request[_pid].answer
        :: else
#endif
        fi;
        clear(_pid); renameTokens() }
#ifdef THIEF
    :: atomic { !ended && request[_pid].at == ANSWERED && request[_pid].byThief ->
        if
        :: held[0] = request[_pid].answer
        :: held[1] = request[_pid].answer
        fi;
        clear(_pid); renameTokens() }
#endif
    od
}

/* The millisecond is over. */
active proctype Clock() {
end_: do
#ifdef TIE_IS_THEFT
    :: d_step { !ended ->
        hasJustChanged = false;
        for (number : 0 .. REQUESTS - 1) { request[number].hasJustArrived = false }
        number = 0 }
#else
    :: atomic { !ended && hasJustChanged -> hasJustChanged = false }
#endif
    od
}

#ifdef THIEF
active proctype Theft() {
    atomic { !ended -> isStolen = true; copied = stored; held[0] = stored; held[1] = stored }
#ifdef NEVER_CAUGHT
    /* Shows that the search reaches the end that it is about. */
    ended -> assert(false)
#endif
}
#endif

#ifdef FIXED_WINDOW
active proctype Time() {
end_: do
    :: atomic { !ended && !windowIsOver -> windowIsOver = true }
    od
}
#endif
