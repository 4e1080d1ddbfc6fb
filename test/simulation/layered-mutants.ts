/**
 * Mutants of redundant layers of protection: the mistake in each layer, alone and combined. A mutant marked `isLayered`
 * removes a layer behind which another one stands: it must survive. All others must be caught.
 */
import type { Mistake } from '../../bench/stand/broken-copy.ts';
import type { Mutant } from './mutant.ts';

const simulatedDatabase = 'test/simulation/database.ts';

const holdsUnseen: Mistake = {
  file: 'src/domain/session/cart.ts',
  text: 'if (seat !== -1 && mayTake(state, audience, seat) && hasSeatPrice(state, seat)) seats.push(seat);',
  replacement: 'if (seat !== -1 && hasSeatPrice(state, seat)) seats.push(seat);',
};
const createsUnseen: Mistake = {
  file: 'src/domain/session/open-session.ts',
  text:
    '  if (known !== undefined) {\n' +
    "    const plan = { kind: 'show-session', session: known.ordinal, isNew: false } as const;\n" +
    '    return { ok: true, facts: [], plan, isReplay: true };\n' +
    '  }\n',
  replacement: '',
};

const movesUnseen: Mistake = {
  file: 'src/domain/seats/inventory.ts',
  text: 'source.has(seat),\n',
  replacement: 'true,\n',
};
const createdUnnoticed: Mistake = {
  file: 'src/domain/session/apply-session.ts',
  text: "assert(!state.sessions.has(fact.id) && !state.keys.creates.has(fact.key), 'a session is created once');",
  replacement: '',
};
const keepsLease: Mistake = {
  file: 'src/cluster/shard-leases.ts',
  text: '} else await this.#depart(shard, null, () => this.#leaveProjected(shard));',
  replacement: '}',
};
const trustsLease: Mistake = {
  file: 'actors/output-gate.ts',
  text: "return outcome === 'durable';",
  replacement: "return outcome !== 'refused';",
};
const firesEarly: Mistake = {
  file: 'actors/deadlines.ts',
  text: 'this.#times.earliestTime <= now;',
  replacement: 'this.#times.earliestTime <= now + 1_500;',
};
const endsEarly: Mistake = {
  file: 'src/domain/commands/event.ts',
  text: 'now >= (session.deadline ?? Number.POSITIVE_INFINITY)',
  replacement: 'now + 5_000 >= (session.deadline ?? Number.POSITIVE_INFINITY)',
};

/** The event is loaded before it is taken over, so it may have changed since the load. */
const loadsFirst: readonly Mistake[] = [
  {
    file: 'actors/registry.ts',
    text: 'const taken = await store.takeOver(eventNumber);',
    replacement: `const found = await store.load({ eventNumber, epoch: 0, token: '', headSeq: 0 });
      const pages = [];
      for await (const page of found.records()) pages.push(page);
      const headSeq = pages.flat().at(-1)?.seq ?? found.restored?.seq ?? 0;
      const taken = await store.takeOver(eventNumber);`,
  },
  {
    file: 'actors/registry.ts',
    text: 'return await this.#rebuild(taken);',
    replacement:
      'return await this.#rebuild({ ...taken, headSeq }, { ...found, records: async function* () { yield* pages; } });',
  },
  {
    file: 'actors/registry.ts',
    text: 'async #rebuild(ownership: Ownership)',
    replacement: 'async #rebuild(ownership, stored)',
  },
  { file: 'actors/registry.ts', text: 'const stored = await this.#world.store.load(ownership);', replacement: '' },
  {
    file: 'test/simulation/event-store.ts',
    text: 'if (found.token !== ownership.token) throw',
    replacement: "if (found.token === '') throw",
  },
  {
    file: 'test/simulation/event-store.ts',
    text: 'assert(found.lastSeq === headSeq, ',
    replacement: 'assert(true, ',
  },
  {
    file: 'test/simulation/event-store.ts',
    text: 'this.#recordsAfter(eventNumber, restored?.seq ?? 0, headSeq)',
    replacement: 'this.#recordsAfter(eventNumber, restored?.seq ?? 0, found.lastSeq)',
  },
];
const writesAnywhere: readonly Mistake[] = [
  { file: simulatedDatabase, text: "if (event.headSeq !== record.seq - 1) return 'astray';", replacement: '' },
  {
    file: simulatedDatabase,
    text: 'return isOwner(event, { epoch, token }) && event.headSeq === seq;',
    replacement: 'return isOwner(event, { epoch, token });',
  },
];

export const layeredMutants: readonly Mutant[] = [
  { name: 'a fenced append counts as written', mistakes: [trustsLease] },
  { name: 'deadlines fire early and are forgotten', mistakes: [firesEarly] },
  { name: 'sessions expire before their deadline', mistakes: [endsEarly], isLayered: true },
  { name: 'deadlines fire early, and sessions expire before their deadline', mistakes: [firesEarly, endsEarly] },
  { name: 'seats are held although they are not available', mistakes: [holdsUnseen] },
  { name: 'seats change state without a check of their state', mistakes: [movesUnseen], isLayered: true },
  { name: 'seats are held and change state without any check', mistakes: [holdsUnseen, movesUnseen] },
  { name: 'a key can create two sessions', mistakes: [createsUnseen] },
  { name: 'a second creation is not detected', mistakes: [createdUnnoticed], isLayered: true },
  { name: 'a key can create two sessions, and that is not detected', mistakes: [createsUnseen, createdUnnoticed] },
  { name: 'events are loaded before they are taken over', mistakes: loadsFirst, isLayered: true },
  {
    name: 'events are loaded before they are taken over, and the head is not checked',
    mistakes: [...loadsFirst, ...writesAnywhere],
  },
  { name: 'a lost lease is kept', mistakes: [keepsLease], isLayered: true },
  { name: 'a lost lease is kept, and a fenced append counts as written', mistakes: [keepsLease, trustsLease] },
];
