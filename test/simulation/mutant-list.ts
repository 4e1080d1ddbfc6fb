/**
 * Deliberate breaks of the product, each an exact replacement of text that must be there once: what the simulation, or a
 * race on a real Postgres, has to catch. Here stand those of one mistake; with those whose layers stand in for each other
 * they are the whole list.
 */
import { layeredMutants } from './layered-mutants.ts';
import type { Mutant } from './mutant.ts';

const actor = 'actors/event-actor.ts';
const gate = 'actors/output-gate.ts';
const lane = 'src/storage/append-lane.ts';
const statement = 'src/storage/append-statement.ts';
const applySession = 'src/domain/session/apply-session.ts';
const decidePublic = 'src/domain/session/decide-public.ts';
const remembered = 'src/domain/seats/remembered-answer.ts';

const fence = 'and owner.epoch = mine.epoch and owner.token = mine.token and owner.head_seq = mine.seq - 1';
const unsureLine = 'for (const waiting of group) waiting.unsure = true;';

function one(name: string, file: string, text: string, replacement: string, test?: string): Mutant {
  return { name, mistakes: [{ file, text, replacement }], ...(test === undefined ? {} : { test }) };
}

const answers = 'for (const [entry, answer] of turn.spoken) entry.resolve(answer);';

const mutantsOfOneMistake: readonly Mutant[] = [
  one(
    'answers before the record is durable',
    gate,
    'this.#proving = turn;\n',
    `this.#proving = turn;\n    ${answers}\n`,
  ),
  one(
    'reads are not checked',
    gate,
    'return turn.spoken.length === 0 || this.#world.journal.verify(this.#event.ownership, turn.seq);',
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
    gate,
    'if (this.#proving === null) void this.#begin(turn);',
    'if (turn.seq >= 0) void this.#begin(turn);',
  ),
  one(
    'who was decided ahead hears nothing when the append before it is fenced off',
    gate,
    'if (this.#ahead !== null) refuse(this.#ahead, new Moved(fault.message));',
    '',
    'test/actors/output-gate.test.ts',
  ),
  one(
    'what was decided ahead is sent although the append before it is fenced off',
    gate,
    '    this.#ahead = null;\n    this.#on.disproved',
    '    this.#on.disproved',
  ),
  one(
    'who waits for rest is passed by every crowd',
    gate,
    'if (this.#ahead !== null || this.#whenQuiet.length > 0) return false;',
    'if (this.#ahead !== null) return false;',
    'test/actors/output-gate.test.ts',
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
    'now: Math.max(this.#world.clock.now(), state.at)',
    'now: Math.max(Date.now(), state.at)',
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
  one(
    'sessions that hold places make room for new ones',
    'src/domain/session/session.ts',
    "return state === 'ACTIVE' && seats.length === 0 && areas.length === 0;",
    "return state === 'ACTIVE' && seats.length === 0 && areas.length >= 0;",
  ),
  one(
    'a seat that was given back is no matter at the checkout',
    'src/domain/session/given-back.ts',
    'for (const seat of session.givenBack ?? none) {',
    'for (const seat of none) {',
    'test/domain/model.test.ts',
  ),
  one(
    'the maximum is off by one',
    decidePublic,
    'change.size <= policy.maxSeats',
    'change.size <= policy.maxSeats + 1',
  ),
  one(
    'a hold that has run out goes on until it is swept',
    'src/domain/session/refusals.ts',
    "if (session.state === 'ACTIVE' && now < (session.deadline ?? 0)) return null;",
    "if (session.state === 'ACTIVE') return null;",
  ),
  one(
    'what may have run is sent again whatever it is',
    'src/cluster/router.ts',
    "if (isRepeatable(request.command)) return 'in a moment';",
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
    'turn.facts.length > 0\n          ? new Fault(',
    'turn.facts.length < 0\n          ? new Fault(',
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
];

export const mutants: readonly Mutant[] = [...mutantsOfOneMistake, ...layeredMutants];
