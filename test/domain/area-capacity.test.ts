/** Areas without capacity in the layout: the event or a later layout sets it, and no taken place is lost. */
import { describe, expect, test } from '@jest/globals';
import { EventState } from '#domain/event-state.ts';
import { stateOf } from '#domain/image.ts';
import { openingFacts } from '#domain/series/template.ts';
import { GrowingLayout } from '../support/growing-layout.ts';
import { brokenRules } from '../support/invariants.ts';
import { outcomeOf, Rehearsal, refusalOf } from '../support/rehearsal.ts';

const lawn = 9001;
const house = { rows: [2], areas: [0, 20], prices: ['50 EUR'] };

const offer = (play: Rehearsal, activeCount: number | null, objectId = lawn) =>
  play.ask({ kind: 'assign-prices', seats: [], groupOfSeats: [{ objectId, assignmentId: 1, activeCount }] });

const amounts = (play: Rehearsal, capacity: number, isClean = false) =>
  play.ask({
    kind: 'assign-amounts',
    isClean,
    prices: [{ id: 90, name: '50 EUR' }],
    seats: [],
    groupOfSeats: [{ id: lawn, capacity, price: 0 }],
  });

/** The counters of the first area, as reads show them. */
function read(play: Rehearsal) {
  const answer = play.ask({ kind: 'read-inventory' });
  if (!answer.ok || answer.reply.kind !== 'inventory') throw new Error('no inventory');
  const { capacity, available, held, locked, blocked, sold } = answer.reply.inventory.areas[0]!;
  return { capacity, available, held, locked, blocked, sold };
}

/** Two places held, three locked, four blocked, five sold. */
function take(play: Rehearsal): void {
  play.lock(play.create(), [], [[lawn, 2]]);
  for (const [kind, count] of [
    ['lock-seats', 3],
    ['block-seats', 4],
    ['sell-seats', 5],
  ] as const)
    expect(outcomeOf(play.book(kind, [], [[lawn, count]]))).toBe('true');
}

const taken = { held: 2, locked: 3, blocked: 4, sold: 5 };
const none = { held: 0, locked: 0, blocked: 0, sold: 0 };

/** Puts the area through a change of the layout. */
function adopt(play: Rehearsal, capacity: number): void {
  const layout = new GrowingLayout(house.rows, house.areas);
  for (let version = 0; version < play.state.layoutVersion; version++) layout.next();
  layout.resizeArea(0, capacity);
  play.state.offer(layout.next());
  play.ask({ kind: 'adopt-layout' });
}

describe('an area without capacity in the layout', () => {
  test('has the places that its price assignment sets, and correct counters', () => {
    const play = new Rehearsal(house);
    expect(read(play)).toEqual({ capacity: 0, available: 0, ...none });
    expect(outcomeOf(offer(play, 30))).toBe('done');
    take(play);
    expect(read(play)).toEqual({ capacity: 30, available: 16, ...taken });
  });

  test('does not grow by a repeated assignment, and keeps every taken place', () => {
    const play = new Rehearsal(house);
    offer(play, 30);
    take(play);
    const { length } = play.records;
    offer(play, 30);
    expect(read(play)).toEqual({ capacity: 30, available: 16, ...taken });
    expect(play.records.slice(length).flatMap(({ facts }) => facts.map(({ type }) => type))).toEqual(['priced']);
    offer(play, null);
    expect(read(play)).toEqual({ capacity: 30, available: 16, ...taken });
    offer(play, 20);
    expect(read(play)).toEqual({ capacity: 20, available: 6, ...taken });
    offer(play, 0);
    expect(read(play)).toEqual({ capacity: 14, available: 0, ...taken });
    offer(play, 40);
    expect(read(play)).toEqual({ capacity: 40, available: 26, ...taken });
  });

  test('is sized by amounts of the legacy interface, also when they clean the event', () => {
    const play = new Rehearsal(house);
    expect(amounts(play, 30)).toMatchObject({ reply: { failed: { groupOfSeats: [] } } });
    take(play);
    expect(amounts(play, 25)).toMatchObject({ reply: { failed: { groupOfSeats: [] } } });
    expect(read(play)).toEqual({ capacity: 25, available: 11, ...taken });
    expect(amounts(play, 25, true)).toMatchObject({ reply: { failed: { groupOfSeats: [] } } });
    expect(read(play)).toEqual({ capacity: 25, available: 25, ...none });
    play.ask({ kind: 'clean-assignments' });
    expect(read(play)).toEqual({ capacity: 0, available: 0, ...none });
    expect(brokenRules(play.state, 10)).toEqual([]);
  });

  test('of the last line counts where a call names it twice', () => {
    const play = new Rehearsal(house);
    const line = (activeCount: number | null) => ({ objectId: lawn, assignmentId: 1, activeCount });
    play.ask({ kind: 'assign-prices', seats: [], groupOfSeats: [line(30), line(8)] });
    expect(read(play)).toMatchObject({ capacity: 8, available: 8 });
    play.ask({ kind: 'assign-prices', seats: [], groupOfSeats: [line(30), line(null)] });
    expect(read(play)).toMatchObject({ capacity: 8, available: 8 });
  });

  test('is the same after a recovery from a snapshot', () => {
    const play = new Rehearsal(house);
    offer(play, 30);
    take(play);
    const image = JSON.parse(JSON.stringify(play.image().head));
    const recovered = stateOf({ ...play.image(), head: image }, play.state.seatMap);
    expect(recovered.areas[0]).toEqual(play.state.areas[0]);
  });
});

test('an area with a capacity in the layout offers no more than that', () => {
  const refusal = refusalOf(offer(new Rehearsal(house), 21, 9002));
  expect(refusal.errors).toMatchObject([{ field: 'groupOfSeats[0].activeCount', code: 'MAX' }]);
});

describe('a capacity that the layout sets later', () => {
  test('applies from then on; places on sale stay on sale, and new ones are withheld until they are assigned', () => {
    const play = new Rehearsal(house);
    offer(play, 30);
    take(play);
    adopt(play, 100);
    expect(read(play)).toEqual({ capacity: 100, available: 16, ...taken });
    expect(refusalOf(offer(play, 87)).code).toBe('VALIDATION_FAILED');
    offer(play, null);
    expect(read(play)).toEqual({ capacity: 100, available: 86, ...taken });
  });

  test('may be smaller: available places are removed first, and taken ones when they become free', () => {
    const play = new Rehearsal(house);
    offer(play, 30);
    take(play);
    adopt(play, 20);
    expect(read(play)).toEqual({ capacity: 20, available: 6, ...taken });
    adopt(play, 10);
    expect(read(play)).toEqual({ capacity: 10, available: 0, ...taken });
    play.book('revert-sales', [], [[lawn, 5]]);
    expect(read(play)).toEqual({ capacity: 10, available: 1, ...taken, sold: 0 });
  });

  test('leaves events alone while it is nothing, whatever else changes', () => {
    const play = new Rehearsal(house);
    offer(play, 30);
    adopt(play, 0);
    expect(read(play)).toMatchObject({ capacity: 30, available: 30 });
    adopt(play, 30);
    expect(refusalOf(offer(play, 31)).code).toBe('VALIDATION_FAILED');
  });
});

test('an event of a series has the area capacity of its template', () => {
  const origin = new Rehearsal(house);
  offer(origin, 30);
  take(origin);
  const answer = origin.ask({ kind: 'read-template' });
  if (!answer.ok || answer.reply.kind !== 'template') throw new Error('no template');
  const copy = new Rehearsal({ ...house, prices: [] });
  Object.assign(copy, { state: new EventState(copy.state.seatMap), records: [] });
  const opened = { type: 'opened', event: 'copy', status: 'PUBLISHED' } as const;
  copy.play({ seq: 1, epoch: 0, at: copy.now, facts: [opened, ...openingFacts(answer.reply.template, [901])] });
  expect(read(copy)).toEqual({ capacity: 30, available: 30, ...none });
});
