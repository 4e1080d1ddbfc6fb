/** The instants of local times: ordinary, skipped and repeated ones, and offsets that changed in the past. */
import { instantIn, isTimeZone } from '#domain/series/time-zones.ts';

/** Zone, local time, instant. */
type Case = readonly [timeZone: string, local: string, utc: string];

function expectInstant([timeZone, local, utc]: Case): void {
  expect(new Date(instantIn(timeZone, local)).toISOString()).toBe(utc);
}

describe('a local time', () => {
  test.each<Case>([
    ['UTC', '2027-05-01T19:30:00', '2027-05-01T19:30:00.000Z'],
    ['Europe/Berlin', '2027-01-01T00:00:00', '2026-12-31T23:00:00.000Z'],
    ['Europe/Berlin', '2027-07-01T00:00:00', '2027-06-30T22:00:00.000Z'],
    ['America/New_York', '2027-05-01T19:30:00', '2027-05-01T23:30:00.000Z'],
    ['America/St_Johns', '2027-01-15T12:00:00', '2027-01-15T15:30:00.000Z'],
    ['Asia/Kathmandu', '2027-02-28T23:59:59', '2027-02-28T18:14:59.000Z'],
    ['Pacific/Kiritimati', '2028-02-29T06:00:00', '2028-02-28T16:00:00.000Z'],
    ['Pacific/Pago_Pago', '2027-12-31T23:00:00', '2028-01-01T10:00:00.000Z'],
    ['Etc/GMT+5', '2027-05-01T00:00:00', '2027-05-01T05:00:00.000Z'],
  ])('in %s, %s, is read with the offset of then', (...one) => expectInstant(one));

  test.each<Case>([
    ['Europe/Berlin', '2027-03-28T01:59:59', '2027-03-28T00:59:59.000Z'],
    ['Europe/Berlin', '2027-03-28T02:00:00', '2027-03-28T01:00:00.000Z'],
    ['Europe/Berlin', '2027-03-28T02:30:00', '2027-03-28T01:30:00.000Z'],
    ['Europe/Berlin', '2027-03-28T02:59:59.999', '2027-03-28T01:59:59.999Z'],
    ['Europe/Berlin', '2027-03-28T03:00:00', '2027-03-28T01:00:00.000Z'],
    ['America/New_York', '2027-03-14T02:30:00', '2027-03-14T07:30:00.000Z'],
    ['America/New_York', '2027-03-14T03:00:00', '2027-03-14T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-10-03T01:59:59', '2027-10-02T15:29:59.000Z'],
    ['Australia/Lord_Howe', '2027-10-03T02:15:00', '2027-10-02T15:45:00.000Z'],
    ['Australia/Lord_Howe', '2027-10-03T02:30:00', '2027-10-02T15:30:00.000Z'],
    ['America/Sao_Paulo', '2018-11-04T00:10:00', '2018-11-04T03:10:00.000Z'],
  ])('in %s, %s, that the clocks skip, moves forward', (...one) => expectInstant(one));

  test('on a day that the zone skipped entirely is on the next day', () => {
    expectInstant(['Pacific/Apia', '2011-12-29T23:59:59', '2011-12-30T09:59:59.000Z']);
    expectInstant(['Pacific/Apia', '2011-12-30T00:00:00', '2011-12-30T10:00:00.000Z']);
    expectInstant(['Pacific/Apia', '2011-12-30T19:30:00', '2011-12-31T05:30:00.000Z']);
    expectInstant(['Pacific/Apia', '2011-12-31T00:00:00', '2011-12-30T10:00:00.000Z']);
    expectInstant(['Pacific/Kwajalein', '1993-08-21T12:00:00', '1993-08-22T00:00:00.000Z']);
  });

  test.each<Case>([
    ['Europe/Berlin', '2027-10-31T01:59:59', '2027-10-30T23:59:59.000Z'],
    ['Europe/Berlin', '2027-10-31T02:00:00', '2027-10-31T00:00:00.000Z'],
    ['Europe/Berlin', '2027-10-31T02:30:00', '2027-10-31T00:30:00.000Z'],
    ['Europe/Berlin', '2027-10-31T03:00:00', '2027-10-31T02:00:00.000Z'],
    ['America/New_York', '2027-11-07T01:30:00', '2027-11-07T05:30:00.000Z'],
    ['America/New_York', '2027-11-07T02:00:00', '2027-11-07T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04T01:45:00', '2027-04-03T14:45:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04T02:00:00', '2027-04-03T15:30:00.000Z'],
    ['Europe/Moscow', '2014-10-26T01:30:00', '2014-10-25T21:30:00.000Z'],
  ])('in %s, %s, that comes twice, is the earlier one', (...one) => expectInstant(one));

  test.each<Case>([
    ['Europe/Lisbon', '1994-07-01T12:00:00', '1994-07-01T10:00:00.000Z'],
    ['Europe/Lisbon', '2027-07-01T12:00:00', '2027-07-01T11:00:00.000Z'],
    ['Asia/Pyongyang', '2016-01-01T00:00:00', '2015-12-31T15:30:00.000Z'],
    ['Asia/Pyongyang', '2019-01-01T00:00:00', '2018-12-31T15:00:00.000Z'],
    ['America/Caracas', '2010-01-01T00:00:00', '2010-01-01T04:30:00.000Z'],
    ['Africa/Monrovia', '1960-01-01T00:00:00', '1960-01-01T00:44:30.000Z'],
    ['Europe/Berlin', '1890-01-01T00:00:00', '1889-12-31T23:06:32.000Z'],
    ['Europe/Berlin', '0001-01-01T00:00:00', '0000-12-31T23:06:32.000Z'],
    ['Europe/Berlin', '9999-12-31T23:59:59', '9999-12-31T22:59:59.000Z'],
  ])('in %s, %s, follows the law of its year', (...one) => expectInstant(one));

  test('counts from the first whole millisecond that has begun by then', () => {
    const second = Date.UTC(2027, 4, 1, 17, 30);
    const at = (fraction: string) => instantIn('Europe/Berlin', `2027-05-01T19:30:00${fraction}`) - second;
    expect(['', '.5', '.001', '.000000001', '.123456789', '.999', '.999000001'].map(at)).toEqual([
      0, 500, 1, 1, 124, 999, 1000,
    ]);
  });

  test('near the changes of a year is the earliest instant at which a clock there shows it', () => {
    const months = [
      [Date.UTC(2027, 1, 1), Date.UTC(2027, 3, 10)],
      [Date.UTC(2027, 9, 1), Date.UTC(2027, 10, 12)],
    ] as const;
    for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
      for (const [from, to] of months) {
        const shownAt = [...firstShown(timeZone, from, to, 30 * 60_000)];
        expect(shownAt.length).toBeGreaterThan(1_900);
        expect(shownAt.filter(([local, instant]) => instantIn(timeZone, local) !== instant)).toEqual([]);
      }
    }
  });
});

/** The first instant at which a clock in the zone shows each local time, found step by step. */
function firstShown(timeZone: string, from: number, to: number, stepMs: number): ReadonlyMap<string, number> {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const shown = new Map<string, number>();
  for (let instant = from; instant < to; instant += stepMs) {
    const local = clock.format(instant).replace(' ', 'T');
    if (!shown.has(local)) shown.set(local, instant);
  }
  return shown;
}

test.each(['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'US/Eastern', 'EST5EDT', 'Etc/GMT+5', 'CET'])(
  '%s is a time zone',
  (name) => expect(isTimeZone(name)).toBe(true),
);

test.each(['', ' ', 'Mars/Olympus', '+01:00', 'Z', 'GMT+1', 'Europe/Berlin ', 'PST', 'IST', 'SystemV/PST8PDT', 'a\0'])(
  '%j is no time zone',
  (name) => expect(isTimeZone(name)).toBe(false),
);
