/** The messages between a shop's page and the map, without browsers: requests, answers, news, and what is ignored. */
import { Channel, type Message, Refused, version } from '../../src/component/channel.ts';
import { formattedBy } from '../../src/component/formatted.ts';

/** Two ends; every message is copied as `postMessage` copies it. */
function pair(): { readonly shop: Channel; readonly map: Channel; readonly sent: Message[] } {
  const sent: Message[] = [];
  const ends: Channel[] = [];
  const sendTo = (other: number) => (message: Message) => {
    sent.push(message);
    ends[other]?.receive(structuredClone(message));
  };
  ends.push(new Channel(sendTo(1)), new Channel(sendTo(0)));
  const [shop, map] = ends as [Channel, Channel];
  return { shop, map, sent };
}

const refusalOf = (call: Promise<unknown>) => call.then(() => null).catch((error: Refused) => error.refusal);

test('a request gets its own answer, in whatever order the answers come', async () => {
  const { shop, map } = pair();
  const waiting: (() => void)[] = [];
  map.answer('select', (seat) => new Promise((resolve) => waiting.push(() => resolve(`held ${seat}`))));
  const [first, second] = [shop.request('select', 1), shop.request('select', 2)];
  waiting[1]?.();
  expect(await second).toBe('held 2');
  waiting[0]?.();
  expect(await first).toBe('held 1');
});

test('both ends may ask at once with the same numbers', async () => {
  const { shop, map } = pair();
  map.answer('checkout', () => 'order');
  shop.answer('pass', (code) => `pass for ${code}`);
  expect(await Promise.all([shop.request('checkout'), map.request('pass', 'PASS_REQUIRED')])).toEqual([
    'order',
    'pass for PASS_REQUIRED',
  ]);
});

test('a refusal arrives as it was said, and a defect as FAILED', async () => {
  const { shop, map } = pair();
  const refusal = { code: 'SEAT_CONFLICT', message: 'This seat is gone', alternatives: [{ label: 'A 3', seats: [] }] };
  map.answer('select', () => {
    throw new Refused(refusal);
  });
  map.answer('clear', () => Promise.reject(new TypeError('broken')));
  expect(await refusalOf(shop.request('select'))).toEqual(refusal);
  expect(await refusalOf(shop.request('clear'))).toEqual({ code: 'FAILED', message: 'TypeError: broken' });
});

test('news is heard and gets no answer', () => {
  const { shop, map, sent } = pair();
  const heard: unknown[] = [];
  shop.hear('change', (body) => heard.push(body));
  map.tell('change', { count: 1 });
  map.tell('later-than-this-script', {});
  expect(heard).toEqual([{ count: 1 }]);
  expect(sent.map(({ v, id, type }) => [v, id, type])).toEqual([
    [version, 1, 'change'],
    [version, 2, 'later-than-this-script'],
  ]);
});

test.each([
  ['no object', 'select'],
  ['nothing', null],
  ['another version', { v: version + 1, id: 1, type: 'select' }],
  ['no version', { id: 1, type: 'select' }],
  ['an id that is no number', { v: version, id: '1', type: 'select' }],
  ['no type', { v: version, id: 1 }],
  ['an unknown type', { v: version, id: 1, type: 'toString' }],
  ['an answer to nothing', { v: version, id: 77, type: 'answer', body: 1 }],
])('%s is ignored', async (_, data) => {
  const sent: Message[] = [];
  const map = new Channel((message) => sent.push(message));
  let calls = 0;
  map.answer('select', () => calls++);
  map.receive(data);
  await Promise.resolve();
  expect([calls, sent]).toEqual([0, []]);
});

test('a closed channel refuses what is open and what comes later, and is silent', async () => {
  const { shop, map, sent } = pair();
  map.answer('select', () => new Promise(() => {}));
  const open = refusalOf(shop.request('select'));
  const reason = { code: 'REMOVED', message: 'The map was taken out of the page.' };
  shop.close(reason);
  expect([await open, await refusalOf(shop.request('select'))]).toEqual([reason, reason]);
  shop.tell('change');
  expect(sent).toHaveLength(1);
});

test('an answer that comes after the end is not sent', async () => {
  const { shop, map, sent } = pair();
  let answer = (): void => {};
  map.answer('select', () => new Promise<void>((resolve) => (answer = resolve)));
  shop.request('select').catch(() => {});
  map.close({ code: 'REMOVED', message: '' });
  answer();
  await Promise.resolve();
  expect(sent).toHaveLength(1);
});

test('amounts take the texts of the shop, wherever they stand', () => {
  const cost = { amount: 4500, currency: 'EUR', formatted: '€45.00' };
  const free = { amount: null, currency: null, formatted: 'Guest' };
  const format = (amount: number, currency: string) => `${currency} ${amount / 100}`;
  expect(formattedBy(format, { order: { ...cost, lines: [cost, free] }, code: null })).toEqual({
    order: { ...cost, formatted: 'EUR 45', lines: [{ ...cost, formatted: 'EUR 45' }, free] },
    code: null,
  });
});
