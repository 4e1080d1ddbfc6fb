/**
 * A new type of fact, and a new field of a session, do not compile until every place that must handle them handles them.
 * Recovery, hand-over, the simulation's audit and the bench's audit apply facts with `applyFact`; the projection writes what
 * `applyFact` marks as changed.
 */
import { beforeAll, expect, test } from '@jest/globals';
import { breakCopy, copyProject, type Mistake, removeCopy } from '../../bench/stand/broken-copy.ts';
import { placesWithErrors } from '../support/compiler.ts';

const patienceMs = 120_000;
const groups = [
  'LifecycleFact',
  'SessionFact',
  'BookingFact',
  'AnswerFact',
  'PricingFact',
  'LayoutFact',
  'AdmissionFact',
];

/** A fact of a type that nothing handles, in this group. */
function newFactIn(group: string): Mistake {
  const text = `export type ${group} =\n`;
  const fact = `{ readonly type: 'new ${group}'; readonly session: number }`;
  const added = `| ${fact}`;
  return { file: 'src/domain/fact.ts', text, replacement: `${text}  ${added}\n` };
}

const openingFacts = "'layout-adopted' | 'prices-defined' | 'areas-sized'";
const newOpeningFact = { file: 'src/domain/fact.ts', text: openingFacts, replacement: `'cleaned' | ${openingFacts}` };

const sessionId = 'export interface Session {\n';
const newField = {
  file: 'src/domain/session/session.ts',
  text: sessionId,
  replacement: `${sessionId}  readonly channel?: string;\n`,
};

let places: readonly string[];

// One compilation for all: it takes several seconds.
beforeAll(() => {
  const copy = copyProject();
  try {
    breakCopy(copy, [...groups.map(newFactIn), newOpeningFact, newField]);
    places = placesWithErrors(copy);
  } finally {
    removeCopy(copy);
  }
}, patienceMs);

const missed: Readonly<Record<string, readonly string[]>> = {
  'the metrics of a new fact': ['actors/fact-metrics.ts counts'],
  'the deadlines that a new fact begins and ends': ['actors/session-actor.ts follow'],
  'the consequence of a new fact, in memory and in the projection': [
    'src/domain/apply.ts applyFact',
    'src/domain/keys/remember-answer.ts rememberAnswer',
    'src/domain/apply.ts applyLifecycleFact',
    'src/domain/pricing/apply-pricing.ts applyPricingFact',
    'src/domain/queue/apply-admission.ts applyQueueFact',
    'src/domain/seats/apply-booking.ts applyBookingFact',
    'src/domain/session/apply-session.ts changed',
  ],
  'whether a new fact fixes the layout of its event': ['src/domain/apply.ts needsLayout'],
  'whether a new fact makes maps read everything again': ['src/domain/apply.ts resetsMaps'],
  'what the feed tells of a new fact': [
    'src/domain/feed/booking-changes.ts bookingChange',
    'src/domain/feed/told-facts.ts beforeFact',
  ],
  'a new fact in the reference model of the simulation': [
    'test/simulation/fact-replay.ts #apply',
    'test/simulation/fact-replay.ts #applyBookingFact',
    'test/simulation/fact-replay.ts #applySessionFact',
    'test/simulation/queue-replay.ts applyQueueFact',
  ],
  'a new fact among the first of an event, in the projection of a new event': [
    'src/storage/journal/epochs.ts areasPricedBy',
  ],
  'a new field of a session, in snapshot and projection': ['src/codec/stored-session.ts laterFields'],
  'a new field of a session, between nodes': ['src/cluster/link/compact-session.ts sessionMembers'],
  'a new field of a session, in the generated sessions of the tests': ['test/support/random-sessions.ts fields'],
};

test.each(Object.entries(missed))('the compiler misses %s', (_, expected) => {
  expect(places).toEqual(expect.arrayContaining([...expected]));
});

test('the compiler misses nothing else', () => {
  expect(places).toEqual(Object.values(missed).flat().toSorted());
});
