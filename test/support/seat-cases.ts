/** Every state in which a seat can be available, held, locked or sold, with the calls that bring seat 101 there. */
import type { Rehearsal } from './rehearsal.ts';

export const seatIn = {
  available: () => undefined,
  'held by an ACTIVE session': (play: Rehearsal) => play.lock(play.create(), [101]),
  'held by a lapsed session': (play: Rehearsal) => {
    play.lock(play.create(), [101]);
    play.now += play.policy.holdMs;
  },
  'held by a PENDING_PAYMENT session': (play: Rehearsal) => {
    play.lock(play.create(), [101]);
    play.checkout('s1');
  },
  'bought by a session': (play: Rehearsal) => {
    seatIn['held by a PENDING_PAYMENT session'](play);
    play.confirm('s1');
  },
  'locked privately': (play: Rehearsal) => play.book('lock-seats', [101]),
  'blocked by its hold type': (play: Rehearsal) => play.book('lock-seats', [101], [], { holdType: 'HOUSE' }),
  'sold privately': (play: Rehearsal) => play.book('sell-seats', [101]),
} satisfies Record<string, (play: Rehearsal) => unknown>;

export type SeatCase = keyof typeof seatIn;
