/** The session answers: what is encoded is valid by the documented schema, and no value is lost. */
import fc from 'fast-check';
import {
  encodePrivate,
  encodeSummary,
  presentPublic,
  privateSession,
  publicSession,
  sessionSummary,
} from '#codec/answers/session.ts';
import { cartSize, moneyOf, type SeatLine, type Session, totalCents } from '#domain/session/session.ts';
import { anySession } from '../../support/random-sessions.ts';
import { expectValid } from '../../support/valid-answers.ts';

const eventId = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';
const anyMoment = fc.integer({ min: 0, max: 4_000_000_000_000 });
/** The answer as a client parses it. */
const throughJson = (shown: unknown) => JSON.parse(JSON.stringify(shown));

function cartOf({ seats, areas }: Session) {
  return {
    seats: seats.map(({ id, price }) => ({ id, ...shownPrice(price) })),
    groupOfSeats: areas.map(({ id, capacity, price }) => ({ id, capacity, ...shownPrice(price) })),
  };
}

function shownPrice({ id, name, amount, currency, ticketType }: SeatLine['price']) {
  const shown = { priceId: id, priceName: name, amount, currency };
  return throughJson({ ...shown, ticketType: ticketType?.id, ticketTypeName: ticketType?.name });
}

/** Summed as big integers: the amount of a cart whose lines all have one currency. */
function amountIn({ seats, areas }: Session): bigint | undefined {
  const lines = [
    ...seats.map(({ price }) => ({ price, times: 1 })),
    ...areas.map((line) => ({ ...line, times: line.capacity })),
  ];
  if (new Set(lines.map(({ price }) => price.currency)).size !== 1) return undefined;
  if (lines[0]?.price.currency === undefined) return undefined;
  return lines.reduce((sum, { price, times }) => sum + BigInt(price.amount ?? 0) * BigInt(times), 0n);
}

/** The total with all its digits, which a JavaScript number may not have. */
function centsIn(text: string): bigint {
  const [, whole = '', fraction = ''] = /"total":(\d+)(?:\.(\d{1,2}))?[,}]/.exec(text) ?? [];
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
}

const timeOf = (text: string | null) => (text === null ? null : Date.parse(text));

test('the public payload', () => {
  fc.assert(
    fc.property(anySession, anyMoment, (session, now) => {
      const text = JSON.stringify(presentPublic(eventId, session, now));
      const shown = JSON.parse(text);
      expectValid(publicSession.strict(), shown);
      expect(shown).toMatchObject({ sessionId: session.id, eventId, state: session.state, cart: cartOf(session) });
      expect([timeOf(shown.expiresAt), timeOf(shown.serverTime)]).toEqual([session.deadline, now]);
      expect(shown.expiresInSeconds > 0).toBe(session.deadline !== null && session.deadline > now);
      expect(centsIn(text)).toBe(BigInt(totalCents(session)));
      expect(shown.amount).toBe(amountIn(session) === undefined ? undefined : Number(amountIn(session)));
      expect(shown.currency === undefined).toBe(shown.amount === undefined);
    }),
  );
});

test('the private payload', () => {
  fc.assert(
    fc.property(anySession, anyMoment, (session, now) => {
      const shown = JSON.parse(encodePrivate(eventId, session, now));
      expectValid(privateSession.strict(), shown);
      const { id, state, reference, properties } = session;
      expect(shown).toMatchObject({ id, eventId, state, reference, cart: cartOf(session) });
      expect(shown.properties).toEqual(JSON.parse(properties ?? '{}'));
      expect([timeOf(shown.createdAt), timeOf(shown.expiresAt)]).toEqual([session.createdAt, session.deadline]);
    }),
  );
});

test('the summary of a list', () => {
  fc.assert(
    fc.property(anySession, anyMoment, (session, now) => {
      const listed = {
        ...session,
        cartSize: cartSize(session),
        totalCents: totalCents(session),
        money: moneyOf(session),
      };
      const shown = JSON.parse(encodeSummary(listed, now));
      expectValid(sessionSummary.strict(), shown);
      const { id, state } = session;
      expect(shown).toMatchObject({ id, state, cartSize: cartSize(session) });
      expect([timeOf(shown.createdAt), shown.total]).toEqual([
        session.createdAt,
        throughJson(presentPublic(eventId, session, now)).total,
      ]);
    }),
  );
});
