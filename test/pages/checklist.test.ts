/** The checklist before a sale: what it calls an obstacle, what it only points at, and where it leads. */
import { checklistOf, hasObstacle, type SaleFacts } from '../../src/pages/console/event/checklist.ts';

const ready: SaleFacts = {
  status: 'PUBLISHED',
  hasBegun: false,
  places: 1_200,
  unpriced: 0,
  prices: [{ name: '45.00 EUR', amount: 4_500 }],
  sums: [],
  areSessionsPublic: true,
  admission: { mode: 'OPEN', ratePerMinute: null },
  hasPassKeys: true,
  face: { title: 'Opening night', imageUrl: 'https://shop.example/a.jpg' },
};

test('an event that is ready has nothing to be done', () => {
  expect(checklistOf(ready).map(({ level }) => level)).toEqual(['good']);
});

test.each<[string, Partial<SaleFacts>, string, string | undefined]>([
  ['a layout without seats', { places: 0 }, 'no seats and no places', undefined],
  ['no prices', { prices: [], unpriced: 1_200 }, 'no prices', 'prices'],
  ['prices on no seat', { unpriced: 1_200 }, 'nobody can buy', 'painting'],
  ['sessions that are switched off', { areSessionsPublic: false }, 'public sessions are switched off', undefined],
  ['an archived event', { status: 'ARCHIVED' }, 'archived', undefined],
  [
    'passes without a key',
    { admission: { ...ready.admission, mode: 'PASS' }, hasPassKeys: false },
    'no key',
    'on-sale',
  ],
  ['a paused queue', { admission: { ...ready.admission, mode: 'QUEUE', ratePerMinute: 0 } }, 'paused', 'on-sale'],
])('%s is an obstacle', (_, facts, text, view) => {
  const lines = checklistOf({ ...ready, ...facts });
  expect(hasObstacle(lines)).toBe(true);
  expect(lines.find(({ level }) => level === 'bad')).toEqual({
    level: 'bad',
    says: expect.stringContaining(text),
    ...(view === undefined ? {} : { view }),
    ...(facts.areSessionsPublic === false ? { isSwitchOff: true } : {}),
  });
});

test.each<[string, Partial<SaleFacts>, string]>([
  ['seats without a price', { unpriced: 200 }, '200 of 1,200'],
  ['a price with a name only', { prices: [{ name: '45.00', amount: null }] }, 'no amount'],
  ['a draft', { status: 'DRAFT' }, 'draft'],
  ['a queue without a rate', { admission: { ...ready.admission, mode: 'QUEUE' } }, 'no rate'],
  ['a start in the past', { hasBegun: true }, 'has begun'],
  ['no title', { face: { ...ready.face, title: null } }, 'no title'],
  ['no picture', { face: { ...ready.face, imageUrl: null } }, 'no picture'],
])('%s is pointed at, and is no obstacle', (_, facts, text) => {
  const lines = checklistOf({ ...ready, ...facts });
  expect(hasObstacle(lines)).toBe(false);
  expect(
    lines
      .filter(({ level }) => level === 'warn')
      .map(({ says }) => says)
      .join(),
  ).toContain(text);
});

test('what the person may not read, and a start without a zone, are not told', () => {
  const lines = checklistOf({
    ...ready,
    hasBegun: null,
    hasPassKeys: null,
    admission: { mode: 'PASS', ratePerMinute: null },
  });
  expect(lines.map(({ level }) => level)).toEqual(['good']);
});
