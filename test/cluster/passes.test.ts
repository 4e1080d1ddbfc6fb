/** Passes in a cluster: one pass opens one session whichever nodes are asked, and a key is in force at all of them. */
import { showElsewhere, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { passCalls } from '../support/pass-calls.ts';
import { claimsFor, pairIssuer, signPass } from '../support/passes.ts';
import type { Show, TestService } from '../support/service.ts';
import { outcomeOf } from '../support/session-calls.ts';

let cluster: TestCluster;
let asked: TestService;
let owner: TestService;
let show: Show;

beforeAll(async () => {
  cluster = await startTestCluster(2);
  asked = cluster.nodes[0] as TestService;
  [show, owner] = await showElsewhere(cluster.nodes, asked);
});

afterAll(() => cluster.close());

test('a pass that is shown to two nodes at once opens one session, and stays spent when its event moves', async () => {
  const [there, here] = [passCalls(asked, show), passCalls(owner, show)];
  const issuer = await pairIssuer('room', 'EdDSA');
  await here.store(issuer);
  await here.setMode('PASS');
  const now = asked.clock.now();
  const pass = await signPass(issuer, claimsFor(show.eventId, now, { jti: 'one' }));
  await eventually(async () => outcomeOf(await there.enter('a.b.c')) === '403 PASS_INVALID');
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => [here, there][at % 2]?.enter(pass)));
  expect(outcomes.map((answer) => answer && outcomeOf(answer)).toSorted()).toEqual([
    '201',
    ...new Array(19).fill('409 PASS_USED'),
  ]);
  await owner.stop();
  const again = await signPass(issuer, claimsFor(show.eventId, now, { jti: 'one' }));
  await eventually(async () => (await there.enter(again)).status !== 503);
  expect(outcomeOf(await there.enter(again))).toBe('409 PASS_USED');
  expect(outcomeOf(await there.enter(await signPass(issuer, claimsFor(show.eventId, now))))).toBe('201');
});

test('a key that is removed at one node is refused at another by itself, also for a pass that was verified there', async () => {
  const other = await cluster.join();
  const [here, there] = [passCalls(asked, show), passCalls(other, show)];
  const issuer = await pairIssuer('leaked', 'EdDSA');
  await here.store(issuer);
  await here.setMode('PASS');
  const pass = await signPass(issuer, claimsFor(show.eventId, asked.clock.now()));
  await eventually(async () => (await there.enter(pass, 'once')).status === 201);
  expect(outcomeOf(await there.enter(pass))).toBe('409 PASS_USED');
  await here.remove('leaked');
  await eventually(async () => outcomeOf(await there.enter(pass)) === '403 PASS_INVALID');
});
