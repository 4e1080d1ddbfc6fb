/** A worker's questions to its parent, over a channel that the test answers. */
import { LeaseAuthority } from '#cluster/lease-authority.ts';
import type { ParentMessage, WorkerMessage } from '../../src/processes/messages.ts';
import { ParentLink } from '../../src/processes/parent-link.ts';
import { ManualClock } from '../support/manual-clock.ts';

type Ask = Extract<WorkerMessage, { kind: 'ask' }>;

const node = { id: 'one', host: '127.0.0.1', port: 1 };

/** What the link sent, a way to answer it as a parent does, and the clock of the link. */
function scene() {
  const time = new ManualClock();
  const sent: Ask[] = [];
  let hear: (message: ParentMessage) => void = () => {};
  const link = new ParentLink(
    {
      send: (message) => void sent.push(message as Ask),
      onMessage: (listener) => {
        hear = listener;
      },
    },
    new Uint32Array(2),
    time,
  );
  const authority = new LeaseAuthority(() => time.now(), 1_000);
  const answer = (place: number): void => {
    const { id, requests } = sent[place] as Ask;
    hear({ kind: 'told', id, replies: requests.map((request) => authority.answer(request)) });
  };
  const acquire = (shard: number, value: string) => link.ask({ kind: 'acquire', shard, holder: { node, value } });
  return { link, sent, answer, acquire, time };
}

test('the questions of one turn share a message, and each gets its own answer', async () => {
  const { link, sent, answer, acquire } = scene();
  const asked = Promise.all([acquire(1, 'a'), acquire(2, 'b'), acquire(1, 'c'), link.ask({ kind: 'heartbeat', node })]);
  await Promise.resolve();
  const later = acquire(2, 'd');
  await Promise.resolve();
  expect(sent.map(({ requests }) => requests.length)).toEqual([4, 1]);
  // An answer to a later message need not wait for one to an earlier message.
  answer(1);
  expect(await later).toMatchObject({ holder: { value: 'd' } });
  answer(0);
  const [first, second, refused, nodes] = await asked;
  expect([first, second, refused]).toMatchObject([
    { holder: { value: 'a' } },
    { holder: { value: 'd' } },
    { holder: { value: 'a' } },
  ]);
  expect(nodes).toMatchObject({ kind: 'nodes', entries: [{ node }] });
});

test('questions without an answer end with none after 250 ms, and a late answer changes nothing', async () => {
  const { link, sent, answer, acquire, time } = scene();
  const unanswered = Promise.all([acquire(1, 'a'), acquire(2, 'b')]);
  await Promise.resolve();
  time.advance(100);
  const answered = acquire(3, 'c');
  await Promise.resolve();
  time.advance(150);
  expect(await unanswered).toEqual([null, null]);
  answer(0);
  // The later question has waited for 150 ms only.
  answer(1);
  expect(await answered).toMatchObject({ holder: { value: 'c' } });
  expect(time.pending).toBe(0);
  const again = link.ask({ kind: 'heartbeat', node });
  await Promise.resolve();
  expect(sent).toHaveLength(3);
  answer(2);
  expect(await again).toMatchObject({ kind: 'nodes' });
});
