/**
 * Mutants: deliberate mistakes in the product that the simulation, or a test on a real Postgres, must catch. Each
 * replaces a text that must occur exactly once in its file. This file has the mutants of the journal, the actors and the
 * sessions; each other part of the product has a file of its own, and the list has all of them.
 */

import { allotmentMutants } from './allotment-mutants.ts';
import { choiceMutants } from './choice-mutants.ts';
import { counterMutants } from './counter-mutants.ts';
import { exchangeMutants } from './exchange-mutants.ts';
import { keyMutants } from './key-mutants.ts';
import { layeredMutants } from './layered-mutants.ts';
import { liveMutants } from './live-mutants.ts';
import { type Mutant, one } from './mutant.ts';
import { passMutants } from './pass-mutants.ts';
import { queueMutants } from './queue-mutants.ts';
import { recordedCallMutants } from './recorded-call-mutants.ts';
import { typeMutants } from './type-mutants.ts';
import { unitMutants } from './unit-mutants.ts';
import { webhookMutants } from './webhook-mutants.ts';

const actor = 'actors/event-actor.ts';
const gate = 'actors/output-gate.ts';
const lane = 'src/storage/journal/append-lane.ts';
const statement = 'src/storage/journal/append-statement.ts';
const applySession = 'src/domain/session/apply-session.ts';
const decidePublic = 'src/domain/session/decide-public.ts';

const fence = 'and owner.epoch = mine.epoch and owner.token = mine.token and owner.head_seq = mine.seq - 1';
const unsureLine = 'for (const waiting of group) waiting.unsure = true;';

const answers = 'for (const [entry, answer] of turn.replies) entry.resolve(answer);';

const coreMutants: readonly Mutant[] = [
  one(
    'answers before the record is durable',
    gate,
    'this.#proving = turn;\n',
    `this.#proving = turn;\n    ${answers}\n`,
  ),
  one(
    'reads are not checked',
    gate,
    'return turn.replies.length === 0 || this.#world.journal.verify(this.#event.ownership, turn.seq);',
    'return turn.replies.length >= 0;',
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
    'a record that may be durable is given up when its repetition is refused',
    lane,
    'else if (first.unsure) await this.#findOut(group);',
    'else if (first.refusals < 0) await this.#findOut(group);',
  ),
  one(
    'expiry is not journaled',
    actor,
    'if (expire !== null) this.#decide(expire, turn);',
    'if (expire !== null) this.#decide(expire, turn);\n    if (expire !== null) turn.facts.length = 0;',
  ),
  one(
    'events leave a node without finishing their batch',
    actor,
    "await this.#gate.atRest(() => this.#break('left', 'The event is moving.'));",
    "this.#break('left', 'The event is moving.');",
  ),
  one(
    'two batches are in flight',
    gate,
    'if (this.#proving === null) this.#begin(turn);',
    'if (turn.seq >= 0) this.#begin(turn);',
  ),
  one(
    'callers of a batch decided ahead get no answer when the append before it is fenced',
    gate,
    'if (this.#ahead !== null) refuse(this.#ahead, new Moved(fault.message));',
    '',
    'test/actors/output-gate.test.ts',
  ),
  one(
    'a batch decided ahead is sent although the append before it was fenced',
    gate,
    '    this.#ahead = null;\n    this.#on.disproved',
    '    this.#on.disproved',
  ),
  one(
    'new batches overtake a caller that waits until the event is at rest',
    gate,
    'if (this.#ahead !== null || this.#whenQuiet.length > 0) return false;',
    'if (this.#ahead !== null) return false;',
    'test/actors/output-gate.test.ts',
  ),
  one(
    'answers go to the wrong callers',
    gate,
    answers,
    'for (const [at, [entry]] of turn.replies.entries()) entry.resolve((turn.replies.at(-1 - at) as HeldReply)[1]);',
  ),
  one('the first record does not name the owner', gate, '#isIntroduced = false;', '#isIntroduced = true;'),
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
    'src/domain/session/apply-area-lines.ts',
    "movePlaces(area, 'available', 'held', change);",
    "movePlaces(area, 'available', 'held', total);",
  ),
  one(
    'a reference is free again too early',
    applySession,
    'state.references.set(fact.reference, session.id);',
    'state.references.delete(fact.reference);',
  ),
  one(
    'sessions that hold places are cancelled to make room for new ones',
    'src/domain/session/session.ts',
    "return state === 'ACTIVE' && seats.length === 0 && areas.length === 0;",
    "return state === 'ACTIVE' && seats.length === 0 && areas.length >= 0;",
  ),
  one(
    'the checkout ignores seats that were given back',
    'src/domain/session/given-back.ts',
    'for (const seat of session.givenBack ?? none) {',
    'for (const seat of none) {',
    'test/domain/model.test.ts',
  ),
  one('the maximum is off by one', decidePublic, 'change.size <= maxSeats', 'change.size <= maxSeats + 1'),
  one(
    'an expired hold stays valid until it is swept',
    'src/domain/session/refusals.ts',
    "if (session.state === 'ACTIVE' && now < (session.deadline ?? 0)) return null;",
    "if (session.state === 'ACTIVE') return null;",
  ),
  one(
    'any command that may have run is sent again',
    'src/cluster/router.ts',
    "if (isRetryable(request.command)) return 'in a moment';",
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
    'a projection forgets changes that it failed to write',
    'actors/projector.ts',
    'this.#giveBack(changes);\n      throw error;',
    'throw error;',
  ),
  one(
    'a late projection of a former owner is not overwritten',
    'actors/projector.ts',
    'fromSeq: projectedSeq, seatsFreed }',
    'fromSeq: projectedSeq }',
  ),
  one(
    'the feed has changes twice that a former owner has written late',
    'actors/projector.ts',
    'feed?.changes.filter((change) => change.seq > seq)',
    'feed?.changes.filter((change) => change.seq > 0)',
  ),
  one(
    'the feed lacks the traces of calls',
    'src/domain/apply.ts',
    'add(told(), at, seq, fact.trace)',
    'add(told(), at, seq)',
  ),
  one(
    'the feed lacks changes that it failed to write',
    'actors/projector.ts',
    'this.#state.changeLog?.giveBack(feedChanges);\n',
    '',
  ),
  one(
    'the feed lacks changes between the projection and a crash',
    'actors/recovery.ts',
    '  assert(state.seq === ownership.headSeq,',
    '  state.changeLog?.take();\n  assert(state.seq === ownership.headSeq,',
  ),
  one(
    'the feed skips what commits late',
    'src/storage/feed/feed-rows.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    'or xid < ${horizon} as',
    'or xid is not null as',
    'test/feed/feed.test.ts',
  ),
  one(
    'the fence checks only the epoch and the head',
    statement,
    fence,
    'and owner.epoch = mine.epoch and owner.head_seq = mine.seq - 1',
    'test/storage/journal/fence.test.ts',
  ),
  one(
    'the fence does not check the head',
    statement,
    fence,
    'and owner.epoch = mine.epoch and owner.token = mine.token',
    'test/storage/journal/fence.test.ts',
  ),
  one(
    'the fence reads without a row lock',
    statement,
    'for no key update of event_owner skip locked\n  ), moved',
    '), moved',
    'test/storage/journal/fence.test.ts',
  ),
  one(
    'the projection is written without the token of its record',
    'src/storage/projection/projection-statement.ts',
    'and (journal.token = step.token or step.to_seq <= step.head_seq)\n      returning',
    'returning',
    'test/storage/projection/projection.test.ts',
  ),
  one(
    'viewers are told before the record is durable',
    actor,
    'if (needsCompleteRecord(entry.command)) this.#reply(entry, turn);',
    "if (entry.command.kind === 'read-map-changes') entry.resolve(this.#answer(entry, turn)); else if (needsCompleteRecord(entry.command)) this.#reply(entry, turn);",
  ),
  one(
    'the next owner claims to know the changes before its snapshot',
    'src/domain/image.ts',
    'state.seats.recent.beginAfter(image.seq);',
    'state.seats.recent.beginAfter(0);',
  ),
];

export const mutants: readonly Mutant[] = [
  ...coreMutants,
  ...keyMutants,
  ...passMutants,
  ...choiceMutants,
  ...liveMutants,
  ...allotmentMutants,
  ...counterMutants,
  ...exchangeMutants,
  ...unitMutants,
  ...typeMutants,
  ...queueMutants,
  ...recordedCallMutants,
  ...webhookMutants,
  ...layeredMutants,
];
