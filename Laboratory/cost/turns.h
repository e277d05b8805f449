/* One thread of the program at a time: see turns.c. */
#include <stdatomic.h>
#include <stdint.h>

void begin_turns(_Atomic int64_t *taken_away);
void give_turn(void);
void take_turn(void);
