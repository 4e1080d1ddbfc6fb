/** The sessions by their ids compared with a map, after random changes and beyond the sizes at which the table grows. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { OrdinalTable } from '#collections/ordinal-table.ts';
import type { Session } from '#domain/session/session.ts';
import { SessionsById } from '#domain/session/sessions-by-id.ts';
import { sessionOf } from '../support/event-states.ts';

/** The table with everything that it needs. */
class Sessions {
  readonly byOrdinal = new OrdinalTable<Session>();
  readonly byId = new SessionsById(this.byOrdinal);

  add(session: Session): void {
    this.byOrdinal.set(session.ordinal, session);
    this.byId.add(session);
  }

  delete(session: Session): void {
    this.byId.delete(session);
    this.byOrdinal.delete(session.ordinal);
  }
}

describe('the sessions by their ids', () => {
  test('are those of a map, after any changes', () => {
    // Few ids, so that many of them share their first slot with others.
    const number = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(fc.array(number, { maxLength: 120 }), (numbers) => {
        const sessions = new Sessions();
        const naive = new Map<string, Session>();
        for (const ordinal of numbers) {
          const session = sessionOf(ordinal, { id: `s${ordinal}` });
          const known = naive.get(session.id);
          if (known === undefined) {
            sessions.add(session);
            naive.set(session.id, session);
          } else {
            sessions.delete(known);
            naive.delete(session.id);
          }
          for (let one = 1; one <= 40; one++) expect(sessions.byId.get(`s${one}`)).toBe(naive.get(`s${one}`));
          expect(sessions.byId.size).toBe(naive.size);
        }
        const sorted = [...naive.values()].sort((a, b) => a.ordinal - b.ordinal);
        expect([...sessions.byId.values()]).toEqual(sorted);
        expect(sessions.byId.list()).toEqual(sorted);
        expect([...sessions.byId.keys()]).toEqual(sorted.map(({ id }) => id));
        expect([...sessions.byId]).toEqual(sorted.map((session) => [session.id, session]));
      }),
    );
  });

  test('are found in a table of any size, and after most of them have left', () => {
    const sessions = new Sessions();
    const all = Array.from({ length: 20_000 }, (_, place) => sessionOf(place + 1, { id: randomUUID() }));
    for (const session of all) sessions.add(session);
    expect(all.every((session) => sessions.byId.get(session.id) === session)).toBe(true);
    expect(sessions.byId.has(randomUUID())).toBe(false);
    const stays = ({ ordinal }: Session): boolean => ordinal % 7 === 0;
    for (const session of all) if (!stays(session)) sessions.delete(session);
    expect(all.every((session) => sessions.byId.has(session.id) === stays(session))).toBe(true);
    for (const session of all.filter(stays)) sessions.delete(session);
    expect(all.some(({ id }) => sessions.byId.has(id))).toBe(false);
    for (const session of all) sessions.add(session);
    expect(all.every((session) => sessions.byId.get(session.id) === session)).toBe(true);
  });

  test('may share the end of their ids, which alone is hashed', () => {
    const sessions = new Sessions();
    const all = Array.from({ length: 50 }, (_, place) => sessionOf(place + 1, { id: `${place}-same-random-end` }));
    for (const session of all) sessions.add(session);
    sessions.delete(all[20] as Session);
    const found = all.map(({ id }) => sessions.byId.get(id)?.ordinal);
    expect(found).toEqual(all.map(({ ordinal }) => (ordinal === 21 ? undefined : ordinal)));
  });
});
