/** Times by the clock of a venue: its zone, the days on which its clock changes, midnight. */
import { clockZone, instantIn } from '../../src/pages/console/counter/venue-clock.ts';

const cases: readonly [string, string, string, string][] = [
  ['in summer', 'Europe/Berlin', '2027-05-01T19:30', '2027-05-01T17:30:00.000Z'],
  ['in winter', 'Europe/Berlin', '2027-12-01T19:30', '2027-12-01T18:30:00.000Z'],
  ['west of Greenwich', 'America/New_York', '2027-05-01T19:30', '2027-05-01T23:30:00.000Z'],
  ['with a quarter of an hour', 'Asia/Kathmandu', '2027-05-01T19:30', '2027-05-01T13:45:00.000Z'],
  ['with seconds', 'UTC', '2027-05-01T19:30:15', '2027-05-01T19:30:15.000Z'],
  ['at midnight', 'Europe/Berlin', '2027-05-01T00:00', '2027-04-30T22:00:00.000Z'],
  ['at midnight of another year', 'Pacific/Kiritimati', '2028-01-01T00:00', '2027-12-31T10:00:00.000Z'],
  ['before the clock goes forward', 'Europe/Berlin', '2027-03-28T01:59', '2027-03-28T00:59:00.000Z'],
  ['after the clock has gone forward', 'Europe/Berlin', '2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
  ['that the clock skips', 'Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
  ['that the clock skips in the west', 'America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00.000Z'],
  ['of a midnight that the clock skips', 'Africa/Cairo', '2024-04-26T00:00', '2024-04-25T22:00:00.000Z'],
  ['before the clock goes back', 'America/New_York', '2027-11-07T00:30', '2027-11-07T04:30:00.000Z'],
  ['that the clock has twice', 'Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
  ['that the clock has twice in the west', 'America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00.000Z'],
  ['after the clock has gone back', 'Europe/Berlin', '2027-10-31T03:00', '2027-10-31T02:00:00.000Z'],
  ['on the evening of that day', 'Europe/Berlin', '2027-10-31T19:30', '2027-10-31T18:30:00.000Z'],
];

test.each(cases)('a time %s is the instant that its zone says', (_, zone, local, instant) => {
  expect(instantIn(zone, local)).toBe(instant);
});

test.each(['', 'soon', '2027-13-01T10:00', '2027-05-01T25:00'])('%j is no time', (local) => {
  expect(instantIn('Europe/Berlin', local)).toBeNull();
});

test('without a zone of the venue the clock of the reader counts', () => {
  expect(clockZone('Asia/Tokyo')).toBe('Asia/Tokyo');
  expect(clockZone(null)).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});
