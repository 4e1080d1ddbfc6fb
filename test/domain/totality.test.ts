/**
 * A new type of fact, a new command, a keyed reply that cannot be remembered, and a new field of a session do not compile
 * until every place that must handle them handles them.
 * Recovery, hand-over, the projection, the feed, metrics, deadlines and the audits are loops over the definitions of facts.
 */
import { breakCopy, copyProject, type Mistake, removeCopy } from '../../bench/stand/broken-copy.ts';
import { placesWithErrors } from '../support/compiler.ts';

/** The file of each group of facts. */
const groups = {
  LifecycleFact: 'src/domain/fact.ts',
  SessionFact: 'src/domain/fact.ts',
  BookingFact: 'src/domain/fact.ts',
  AnswerFact: 'src/domain/fact.ts',
  PricingFact: 'src/domain/pricing/pricing-fact.ts',
  LayoutFact: 'src/domain/fact.ts',
  AdmissionFact: 'src/domain/queue/admission-fact.ts',
  AllotmentFact: 'src/domain/allotments/allotment-fact.ts',
};

/** A fact of a type that nothing handles, in this group. */
function newFactIn([group, file]: readonly [string, string]): Mistake {
  const text = `export type ${group} =\n`;
  const fact = `{ readonly type: 'new ${group}'; readonly session: number }`;
  const added = `| ${fact}`;
  return { file, text, replacement: `${text}  ${added}\n` };
}

/** A command that no family defines. */
const newCommand = {
  file: 'src/domain/command.ts',
  text: "'check-removal' | 'check-layout-change'",
  replacement: "'check-removal' | 'check-layout-change' | 'check-nothing'",
};
/** A command that may have a key, and whose definition does not say how its reply is remembered. */
const unremembered = {
  file: 'src/domain/command.ts',
  text: "| { readonly kind: 'read-admission' }",
  replacement: "| ({ readonly kind: 'read-admission' } & MayHaveKey)",
};

const openingFacts = "| 'layout-adopted'";
const newOpeningFact = {
  file: 'src/domain/series/opening-fact.ts',
  text: openingFacts,
  replacement: `| 'cleaned' ${openingFacts}`,
};

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
    breakCopy(copy, [...Object.entries(groups).map(newFactIn), newCommand, unremembered, newOpeningFact, newField]);
    places = placesWithErrors(copy);
  } finally {
    removeCopy(copy);
  }
});

const missed: Readonly<Record<string, readonly string[]>> = {
  'the definition of a new fact': [
    'src/domain/facts/admission.ts admissionFacts',
    'src/domain/facts/allotments.ts allotmentFacts',
    'src/domain/facts/answers.ts answerFacts',
    'src/domain/facts/bookings.ts bookingFacts',
    'src/domain/facts/layout.ts layoutFacts',
    'src/domain/facts/lifecycle.ts lifecycleFacts',
    'src/domain/facts/pricing.ts pricingFacts',
    'src/domain/facts/sessions.ts sessionFacts',
  ],
  'the definition of a new command': ['src/domain/commands/event.ts checks'],
  'the memory of a keyed reply': ['src/domain/commands/admission.ts admission'],
  'a new fact in the reference model of the simulation': [
    'test/simulation/allotment-replay.ts apply',
    'test/simulation/fact-replay.ts #apply',
    'test/simulation/fact-replay.ts #applyBookingFact',
    'test/simulation/fact-replay.ts #applySessionFact',
    'test/simulation/queue-replay.ts applyQueueFact',
  ],
  'a new fact among the first of an event, in the projection of a new event': [
    'src/storage/journal/epochs.ts areasPricedBy',
  ],
  'a new field of a session, in the projection': ['src/codec/stored-session.ts cartFields'],
  'a new field of a session, in the generated sessions of the tests': ['test/support/random-sessions.ts fields'],
};

test.each(Object.entries(missed))('the compiler misses %s', (_, expected) => {
  expect(places).toEqual(expect.arrayContaining([...expected]));
});

test('the compiler misses nothing else', () => {
  expect(places).toEqual(Object.values(missed).flat().toSorted());
});
