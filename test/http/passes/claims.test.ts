/** The claims of a pass: every one that is missing, of another type or out of range is refused with its reason. */
import { passOf } from '#http/passes/claims.ts';
import { claimsFor } from '../../support/passes.ts';

const eventId = '0c9f2f0e-6a52-4d3e-9d5b-0a6c1f0e7a11';
const start = 1_800_000_000_500;
const inSeconds = (seconds: number): number => Math.floor(start / 1_000) + seconds;
const read = (more: object) => passOf(claimsFor(eventId, start, { ...more }), start);

describe('claims are refused', () => {
  test.each([
    ['no event', { event: undefined }, '`event`'],
    ['an event that is no text', { event: 7 }, '`event`'],
    ['no subject', { sub: undefined }, '`sub`'],
    ['an empty subject', { sub: '' }, '`sub`'],
    ['no id', { jti: undefined }, '`jti`'],
    ['an id that is no text', { jti: 17 }, '`jti`'],
    ['an id in a list', { jti: ['a'] }, '`jti`'],
    ['an id of 256 characters', { jti: 'j'.repeat(256) }, '`jti`'],
    ['an empty id', { jti: '' }, '`jti`'],
    ['an end in milliseconds', { exp: start + 600_000 }, 'seconds since 1970'],
    ['an end in a hundred years', { exp: inSeconds(100 * 366 * 86_400) }, 'at most 366 days'],
    ['another audience', { aud: 'elsewhere' }, '`aud`'],
    ['other audiences', { aud: ['elsewhere', 'Usher'] }, '`aud`'],
    ['an empty audience', { aud: '' }, '`aud`'],
    ['no places', { maxSeats: 0 }, '`maxSeats`'],
    ['fewer than no places', { maxSeats: -1 }, '`maxSeats`'],
    ['half a place', { maxSeats: 1.5 }, '`maxSeats`'],
    ['places as text', { maxSeats: '2' }, '`maxSeats`'],
    ['places that are null', { maxSeats: null }, '`maxSeats`'],
    ['too many places to count', { maxSeats: 1e300 }, '`maxSeats`'],
    ['an end that is no number', { exp: Number.NaN }, 'seconds since 1970'],
    ['an endless end', { exp: Number.POSITIVE_INFINITY }, 'seconds since 1970'],
  ])('with %s', (_, more, why) => {
    expect(read(more)).toMatch(why);
  });
});

test('an event in capitals is the event; a pass expires a minute after its end', () => {
  expect(read({ event: eventId.toUpperCase(), exp: inSeconds(30) + 0.25 })).toMatchObject({
    eventId,
    pass: { kind: 'signed', until: inSeconds(90) * 1_000 + 250 },
  });
});
