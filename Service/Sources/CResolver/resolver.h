#include <sys/types.h>
#include <netinet/in.h>
#include <arpa/nameser.h>
#include <netdb.h>
#include <resolv.h>
#include <string.h>

/* Asks the system's resolver for records of the Internet class (resolver(3)). Returns the length of the answer, 0 if the name
 * or the type does not exist, and -1 if nobody answered. Swift cannot use the macros of <resolv.h>. */
static inline int resolver_query(const char *name, int type, unsigned char *answer, int length) {
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return -1;
    int found = res_nquery(&state, name, ns_c_in, type, answer, length);
    int error = state.res_h_errno;
    res_nclose(&state);
    if (found >= 0) return found;
    return error == HOST_NOT_FOUND || error == NO_DATA ? 0 : -1;
}
