#include <sys/types.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <netdb.h>
#include <resolv.h>
#include <string.h>

/* Makes the server with this IPv4 address the only one that is asked. The resolver has no such place for IPv6. */
static inline int resolver_ask(struct __res_state *state, const char *server, unsigned short port) {
    struct sockaddr_in *first = &state->nsaddr_list[0];
    memset(first, 0, sizeof *first);
#ifdef __APPLE__
    first->sin_len = sizeof *first;
#endif
    first->sin_family = AF_INET;
    first->sin_port = htons(port);
    state->nscount = 1;
    return inet_pton(AF_INET, server, &first->sin_addr) == 1;
}

/* Asks the system's resolver, or a server if one is named, for records of the Internet class (resolver(3)). Returns the length
 * of the answer, 0 if the name or the type does not exist, and -1 if nobody answered. Swift cannot use the macros of
 * <resolv.h>. */
static inline int resolver_query(
    const char *name, int type, const char *server, unsigned short port, unsigned char *answer, int length) {
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return -1;
    if (server != NULL && !resolver_ask(&state, server, port)) {
        res_nclose(&state);
        return -1;
    }
    int found = res_nquery(&state, name, ns_c_in, type, answer, length);
    int error = state.res_h_errno;
    res_nclose(&state);
    if (found >= 0) return found;
    return error == HOST_NOT_FOUND || error == NO_DATA ? 0 : -1;
}
