/** Mutants of allotments: each opens, closes or releases at another moment, or gives seats to a session that may not take them. */
import { type Mutant, one } from './mutant.ts';

const allotments = 'src/domain/allotments/allotments.ts';
const mayTake = 'src/domain/allotments/may-take.ts';
const soldOut = 'src/domain/allotments/sold-out.ts';
const steps = 'src/domain/allotments/steps.ts';

const waiting = "if (phase === 'WAITING') next = Math.min(next, opensAt ?? next);";

export const allotmentMutants: readonly Mutant[] = [
  {
    name: 'allotments: one opens early',
    mistakes: [
      { file: steps, text: waiting, replacement: waiting.replace('opensAt ?? next', '(opensAt ?? next) - 300') },
      {
        file: steps,
        text: "if (phase === 'WAITING' && now >= (opensAt ?? now))",
        replacement: "if (phase === 'WAITING' && now + 300 >= (opensAt ?? now))",
      },
    ],
  },
  one('allotments: one opens late', steps, waiting, waiting.replace('opensAt ?? next', '(opensAt ?? next) + 300')),
  one(
    'allotments: one closes only with the next step',
    steps,
    "if (phase === 'OPEN') next = Math.min(next, closesAt ?? next);",
    '',
  ),
  one('allotments: a closed one is still taken from', allotments, "phase === 'OPEN' && released", 'released'),
  one(
    'allotments: everybody takes what is kept for a need',
    allotments,
    "(access === 'NEED' ? hasNeed : ",
    "(access === 'NEED' || ",
  ),
  one(
    'allotments: a declared need is forgotten',
    'src/domain/session/apply-session.ts',
    '...(need === undefined ? {} : { declaredNeed: need }),',
    '',
    'test/domain/allotments/accessible.test.ts',
  ),
  one(
    'allotments: a wheelchair place is refused as if it were taken',
    'src/domain/session/refusals.ts',
    "access === 'NEED' && seatMap",
    "access === 'STAFF' && seatMap",
  ),
  one(
    'allotments: a companion sits beside nobody',
    'src/domain/best/accessible-groups.ts',
    'if (from > place || group.end > end) return [];',
    'if (from > place) return [];',
  ),
  one('allotments: every pass opens every one', allotments, ' && named.includes(id)', ''),
  one(
    'allotments: released seats are for nobody',
    allotments,
    'slots[this.targetOf(slot)] as number);',
    '(slot === this.targetOf(slot) ? slots[slot] : 0) as number);',
  ),
  one(
    'allotments: audiences outlive a change',
    allotments,
    '    this.#audiences.clear();\n',
    '',
    'test/domain/allotments/places.test.ts',
  ),
  one(
    'allotments: a snapshot forgets whose the seats are',
    allotments,
    'allotments.slots.put(seat, slot);',
    'allotments.slots.put(seat, 0);',
  ),
  one(
    'allotments: the seats of a removed one stay with the next of its number',
    allotments,
    '    this.slots.forEachOf(slot, (seat) => this.slots.put(seat, publicSlot));\n',
    '',
    'test/domain/allotments/places.test.ts',
  ),
  one(
    'allotments: a second release hides the first',
    allotments,
    'this.releaseOf(seat) ?? { slot, cause }',
    '{ slot, cause }',
    'test/domain/allotments/place-releases.test.ts',
  ),
  one(
    'allotments: places that were released to an allotment stay when it is released',
    allotments,
    '.filter((share) => this.slotOfShare(share) === slot);',
    '.filter((share) => share.slot === slot);',
    'test/domain/allotments/place-releases.test.ts',
  ),
  one(
    'allotments: a snapshot forgets what released a part',
    allotments,
    '    allotments.#partReleases.restore(partReleases);\n',
    '',
    'test/domain/allotments/kept-allotments.test.ts',
  ),
  one(
    'allotments: a seat that is put in one again is still released',
    allotments,
    '    this.#partReleases.forget(seat);\n',
    '',
  ),
  one(
    'allotments: held seats count as sold',
    soldOut,
    '((available.words[word] as number) | (locked.words[word] as number))',
    '(available.words[word] as number)',
  ),
  one('allotments: a condition is fulfilled before anything is sold', soldOut, '  return isAnySold;', '  return true;'),
  one(
    'allotments: held places count as sold',
    soldOut,
    'if (area.available + area.held + area.locked > keptPlaces(state, allotments, index)) return false;',
    'if (area.available > keptPlaces(state, allotments, index)) return false;',
    'test/domain/allotments/places.test.ts',
  ),
  one(
    'allotments: seats that others may take are taken',
    mayTake,
    'return seats.available.has(seat) && (audience === null || audience.permitted.has(seat));',
    'return seats.available.has(seat) && (audience === null || audience.key !== null);',
  ),
  one(
    'allotments: the orphan rule counts seats that the buyer cannot take',
    'src/domain/seats/orphan-rule.ts',
    'return (seat) => available.has(seat) && isPermitted(seat) && !gone.has(seat)',
    'return (seat) => available.has(seat) && isPermitted !== null && !gone.has(seat)',
  ),
  one(
    'allotments: best seats are chosen from all',
    'src/domain/best/takeable.ts',
    'if (this.#audience !== null && !this.#audience.permitted.has(seat)) return false;',
    '',
  ),
  one(
    'allotments: a late payment takes what is not for it',
    'src/domain/session/reclaim.ts',
    'state.seatOf(id) === seat && mayTake(state, ofNeed, seat);',
    'state.seatOf(id) === seat && state.seats.available.has(seat) && ofNeed !== undefined;',
    'test/domain/allotments/releases.test.ts',
  ),
  one(
    'allotments: a session holds more than its cap',
    'src/domain/allotments/session-cap.ts',
    'held <= maxSeats) continue;',
    'held <= maxSeats + 1) continue;',
  ),
  one(
    'allotments: a cart that shrinks keeps the places of its allotments',
    'src/domain/session/apply-area-lines.ts',
    '  else state.allotments?.shares.give(index, session.ordinal, -change);\n',
    '',
  ),
  one(
    'allotments: places of an ended cart stay taken',
    'src/domain/session/apply-session.ts',
    '    state.allotments?.shares.give(line.area, session.ordinal, line.capacity);\n',
    '',
  ),
  one(
    'allotments: released purchases stay taken',
    'src/domain/session/apply-session.ts',
    '    state.allotments?.shares.give(line.area, session.ordinal, owned);\n',
    '',
    'test/domain/allotments/places.test.ts',
  ),
  one(
    'allotments: a snapshot forgets who has taken places',
    'src/domain/allotments/area-shares.ts',
    'taken: new Map(taken), takenTotal }',
    'taken: new Map(), takenTotal: 0 * takenTotal }',
  ),
  one(
    'allotments: the public takes places of allotments',
    'src/domain/allotments/places.ts',
    'return given + Math.max(0, available - kept) >= more;',
    'return given + available - 0 * kept >= more;',
  ),
  one(
    'allotments: a pass without an allotment is spent in an open event',
    'src/domain/queue/admit.ts',
    ' || pass.allotments === undefined)) return free;',
    ')) return free;',
  ),
];
