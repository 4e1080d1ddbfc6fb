/** What entries of the audit keep of a state: small, storable, and without secrets and buyers. */
import { shownState } from '#http/pipeline/audited-state.ts';

const shown = (state: unknown): unknown => JSON.parse(shownState(state) ?? 'null');

test.each<[string, unknown, unknown]>([
  ['what is no state', true, null],
  ['a text', 'x', null],
  ['nothing', undefined, null],
  ['plain members', { id: 7, name: 'Hall' }, { id: 7, name: 'Hall' }],
  [
    'secrets and buyers, at any depth',
    { id: 7, secret: 's', list: [{ password: 'p', reference: 'r', properties: { name: 'Ada' }, role: 'OWNER' }] },
    { id: 7, list: [{ role: 'OWNER' }] },
  ],
  ['a NUL', { name: 'a\u0000b' }, { truncated: true }],
  ['half of a pair', { name: 'a\ud800b' }, { truncated: true }],
  ['a whole pair', { name: '🎭' }, { name: '🎭' }],
  ['too much in a list', { id: 7, list: Array.from({ length: 3_000 }, (_, at) => at) }, { id: 7, truncated: true }],
  ['a long list', Array.from({ length: 3_000 }, (_, id) => ({ id })), { truncated: true }],
  ['columns', { id: 7, seats: { ids: new Float64Array(3_000) } }, { id: 7, truncated: true }],
  ['too long a text', { id: 7, name: 'x'.repeat(5_000) }, { truncated: true }],
])('%s', (_, state, expected) => {
  expect(shown(state)).toEqual(expected);
});

test('a state of very many values is not written out', () => {
  let written = 0;
  const seat = {
    toJSON: () => {
      written++;
      return 1;
    },
  };
  expect(shown({ id: 7, seats: Array.from({ length: 100_000 }, () => seat) })).toEqual({ id: 7, truncated: true });
  expect(written).toBe(0);
});
