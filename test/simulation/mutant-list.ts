/**
 * Deliberate breaks of the product, each an exact replacement of text that must be there once: what the simulation, or a
 * race on a real Postgres, has to catch. A mutant of several mistakes takes layers away that stand in for each other.
 */
import type { Mistake } from '../../bench/broken-copy.ts';

export interface Mutant {
  readonly name: string;
  readonly mistakes: readonly Mistake[];
  /** The test file that has to fail; absent: the simulation. */
  readonly test?: string;
  /** Another layer stands in for this one, so that nothing is lost without it. */
  readonly isLayered?: true;
}

const actor = 'actors/event-actor.ts';
const gate = 'actors/output-gate.ts';
const simulatedDatabase = 'test/simulation/database.ts';
const lane = 'src/storage/append-lane.ts';
const statement = 'src/storage/append-statement.ts';
const applySession = 'src/domain/session/apply-session.ts';
const decidePublic = 'src/domain/session/decide-public.ts';
const cart = 'src/domain/session/cart.ts';
const remembered = 'src/domain/seats/remembered-answer.ts';

const fence = 'and owner.epoch = mine.epoch and owner.token = mine.token and owner.head_seq = mine.seq - 1';
const unsureLine = 'for (const waiting of group) waiting.unsure = true;';
const holdsUnseen: Mistake = {
  file: cart,
  text: 'if (seat !== -1 && state.seats.available.has(seat) && hasSeatPrice(state, seat)) seats.push(seat);',
  replacement: 'if (seat !== -1 && hasSeatPrice(state, seat)) seats.push(seat);',
};
const createsUnseen: Mistake = {
  file: decidePublic,
  text: "if (known !== undefined) return accept([], { kind: 'show-session', session: known.ordinal, isNew: false });",
  replacement: '',
};

const movesUnseen: Mistake = {
  file: 'src/domain/seats/inventory.ts',
  text: 'source.has(seat),\n',
  replacement: 'true,\n',
};
const createdUnnoticed: Mistake = {
  file: applySession,
  text: "assert(!state.sessions.has(fact.id) && !state.keys.creates.has(fact.key), 'a session is created once');",
  replacement: '',
};
const keepsLease: Mistake = {
  file: 'src/cluster/ownership.ts',
  text: '} else await this.#depart(shard, null, () => this.#leaveProjected(shard));',
  replacement: '}',
};
const trustsLease: Mistake = {
  file: gate,
  text: "return outcome === 'durable';",
  replacement: "return outcome !== 'refused';",
};
const firesEarly: Mistake = {
  file: 'actors/deadlines.ts',
  text: 'if ((this.#times[slot] as number) > now) break;',
  replacement: 'if ((this.#times[slot] as number) > now + 1_500) break;',
};
const endsEarly: Mistake = {
  file: 'src/domain/decide-time.ts',
  text: 'now >= (session.deadline ?? Number.POSITIVE_INFINITY)',
  replacement: 'now + 5_000 >= (session.deadline ?? Number.POSITIVE_INFINITY)',
};

/** What a load finds is kept, and the event taken over when it may have changed. */
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
    file: 'test/simulation/stored-shows.ts',
    text: 'if (found.token !== ownership.token) throw',
    replacement: "if (found.token === '') throw",
  },
  {
    file: 'test/simulation/stored-shows.ts',
    text: 'assert(found.lastSeq === headSeq, ',
    replacement: 'assert(true, ',
  },
  {
    file: 'test/simulation/stored-shows.ts',
    text: 'this.#recordsAfter(eventNumber, restored?.seq ?? 0, headSeq)',
    replacement: 'this.#recordsAfter(eventNumber, restored?.seq ?? 0, found.lastSeq)',
  },
];
const writesAnywhere: readonly Mistake[] = [
  { file: simulatedDatabase, text: "if (show.headSeq !== record.seq - 1) return 'astray';", replacement: '' },
  {
    file: simulatedDatabase,
    text: 'return isOwner(show, { epoch, token }) && show.headSeq === seq;',
    replacement: 'return isOwner(show, { epoch, token });',
  },
];

function one(name: string, file: string, text: string, replacement: string, test?: string): Mutant {
  return { name, mistakes: [{ file, text, replacement }], ...(test === undefined ? {} : { test }) };
}

const answers = 'for (const [entry, answer] of turn.spoken) entry.resolve(answer);';

export const mutants: readonly Mutant[] = [
  one(
    'answers before the record is durable',
    gate,
    'this.#proving = turn;\n',
    `this.#proving = turn;\n    ${answers}\n`,
  ),
  one(
    'reads are not checked',
    gate,
    'return turn.spoken.length === 0 || this.#world.journal.verify(this.#event.ownership, this.#event.state.seq);',
    'return turn.spoken.length >= 0;',
  ),
  one(
    'an error of an append is a failure',
    lane,
    unsureLine,
    'for (const waiting of group) waiting.reject(error);\n        return;',
  ),
  one(
    'an error of an append is a success',
    lane,
    unsureLine,
    "for (const waiting of group) waiting.resolve('durable');\n        return;",
  ),
  one(
    'a record that may have landed is given up when its repetition is refused',
    lane,
    'else if (first.unsure) await this.#findOut(group);',
    'else if (first.refusals < 0) await this.#findOut(group);',
  ),
  { name: 'what is fenced off counts as written', mistakes: [trustsLease] },
  one(
    'no answer is remembered',
    remembered,
    'if (key === null) return decision;',
    'if (key !== null || key === null) return decision;',
  ),
  one(
    'the refusal of a keyed booking is not remembered',
    remembered,
    'if (!decision.ok) return { ...decision, facts: [remembered({ refusal: decision.refusal })] };',
    'if (!decision.ok) return decision;',
  ),
  one(
    'expiry is not journaled',
    actor,
    "this.#decide({ kind: 'expire', sessions, locks }, turn);",
    "this.#decide({ kind: 'expire', sessions, locks }, turn);\n    turn.facts.length = 0;",
  ),
  one(
    'events leave without finishing their turn',
    actor,
    "await this.#gate.atRest(() => this.#break('left', 'The event is moving.'));",
    "this.#break('left', 'The event is moving.');",
  ),
  one(
    'two batches are in flight',
    actor,
    'if (this.#decideAll(turn)) await this.#gate.prove(turn);',
    'if (this.#decideAll(turn)) void this.#gate.prove(turn);',
  ),
  one(
    'answers change places',
    gate,
    answers,
    'for (const [at, [entry]] of turn.spoken.entries()) entry.resolve((turn.spoken.at(-1 - at) as Spoken)[1]);',
  ),
  one('the owner is not named', gate, '#isIntroduced = false;', '#isIntroduced = true;'),
  one(
    'time is the wall clock of the node',
    actor,
    'now: Math.max(this.#world.clock.now(), this.#event.state.at)',
    'now: Math.max(Date.now(), this.#event.state.at)',
  ),
  one(
    'a replay skips a record',
    'actors/recovery.ts',
    'for (const record of page) {',
    'for (const record of page.slice(1)) {',
  ),
  one('a snapshot is off by one', 'src/domain/image.ts', '    seq: state.seq,\n', '    seq: state.seq - 1,\n'),
  one(
    'places are added, not set',
    applySession,
    "movePlaces(area, 'available', 'held', total - before);",
    "movePlaces(area, 'available', 'held', total);",
  ),
  one(
    'a reference is free again too early',
    applySession,
    'state.references.set(fact.reference, session.id);',
    'state.references.delete(fact.reference);',
  ),
  one('the maximum is off by one', decidePublic, 'change.size > policy.maxSeats', 'change.size > policy.maxSeats + 1'),
  one(
    'a hold that has run out goes on until it is swept',
    'src/domain/session/refusals.ts',
    "if (session.state === 'ACTIVE' && now < (session.deadline ?? 0)) return null;",
    "if (session.state === 'ACTIVE') return null;",
  ),
  { name: 'deadlines fire early and are forgotten', mistakes: [firesEarly] },
  one(
    'what may have run is sent again whatever it is',
    'src/cluster/router.ts',
    "if (isRepeatable(errand.command)) return 'in a moment';",
    "return 'in a moment';",
  ),
  one(
    'an unknown outcome is called a failure',
    'src/cluster/router.ts',
    "if (mayHaveRun) return new Fault('OUTCOME_UNKNOWN',",
    "if (mayHaveRun) return new Fault('UNAVAILABLE',",
  ),
  one(
    'an append without an answer is called a failure',
    gate,
    'this.#proving.facts.length > 0',
    'this.#proving.facts.length < 0',
  ),
  one(
    'a projection forgets what failed to be written',
    'actors/projector.ts',
    'this.#giveBack(changes);\n      throw error;',
    'throw error;',
  ),
  one(
    'what a former owner projected late is not written over',
    'actors/projector.ts',
    'fromSeq: projectedSeq, seatsFreed }',
    'fromSeq: projectedSeq }',
  ),
  one(
    'the fence asks for the epoch and head alone',
    statement,
    fence,
    'and owner.epoch = mine.epoch and owner.head_seq = mine.seq - 1',
    'test/storage/fence.test.ts',
  ),
  one(
    'the fence does not ask for the head',
    statement,
    fence,
    'and owner.epoch = mine.epoch and owner.token = mine.token',
    'test/storage/fence.test.ts',
  ),
  one(
    'the fence looks without a lock',
    statement,
    'for no key update of event_owner skip locked\n  ), moved',
    '), moved',
    'test/storage/fence.test.ts',
  ),
  one(
    'the projection is written without the token of its record',
    'src/storage/projection-statement.ts',
    'and (journal.token = step.token or step.to_seq <= step.head_seq)\n      returning',
    'returning',
    'test/storage/projection.test.ts',
  ),
  { name: 'time ends what has not run out', mistakes: [endsEarly], isLayered: true },
  { name: 'deadlines fire early, and time ends what has not run out', mistakes: [firesEarly, endsEarly] },
  { name: 'seats are held without a look', mistakes: [holdsUnseen] },
  { name: 'seats are moved without a look', mistakes: [movesUnseen], isLayered: true },
  { name: 'seats are held without a look, and moved without one', mistakes: [holdsUnseen, movesUnseen] },
  { name: 'a key may create twice', mistakes: [createsUnseen] },
  { name: 'nobody notices a second creation', mistakes: [createdUnnoticed], isLayered: true },
  { name: 'a key may create twice, and nobody notices', mistakes: [createsUnseen, createdUnnoticed] },
  { name: 'events are loaded before they are taken over', mistakes: loadsFirst, isLayered: true },
  {
    name: 'events are loaded before they are taken over, and no head is asked for',
    mistakes: [...loadsFirst, ...writesAnywhere],
  },
  { name: 'a lost lease is kept', mistakes: [keepsLease], isLayered: true },
  { name: 'a lost lease is kept, and what is fenced off counts as written', mistakes: [keepsLease, trustsLease] },
];
