/** Before an upgrade is finalized an event decides nothing that an older release could not read. */
import { everythingInForce, firstVersion } from '#domain/cluster-version.ts';
import { callersOf } from '../support/callers.ts';
import { create, get, lock } from '../support/commands.ts';
import { SimulatedWorld } from '../support/simulated-world.ts';

test('a command is refused alone when its facts came with a later cluster version, and runs afterwards', async () => {
  const world = new SimulatedWorld();
  world.addEvent();
  const node = world.makeNode();
  await node.start();
  const { answers, ask } = callersOf(() => node);
  const { policy } = world;
  const { current } = policy;
  await ask('create', create('s1'));
  policy.current = { ...current, clusterVersion: { ...everythingInForce, current: firstVersion - 1 } };
  await Promise.all([ask('lock', lock('s1', 101)), ask('get', get('s1'))]);
  policy.current = current;
  await ask('lock again', lock('s1', 101));
  expect(answers.slice(1)).toEqual(['lock: UPGRADE_NOT_FINALIZED', 'get: ACTIVE', 'lock again: ACTIVE']);
  expect([world.broken, world.warnings]).toEqual([[], []]);
});

test('the counter opens no session that the release before could not read, and buyers go on', async () => {
  const world = new SimulatedWorld();
  world.addEvent();
  const node = world.makeNode();
  await node.start();
  const { answers, ask } = callersOf(() => node);
  const { policy } = world;
  policy.current = { ...policy.current, clusterVersion: { ...everythingInForce, current: firstVersion } };
  const counter = { organizationId: policy.current.organizationId, properties: '{"name":"Ada"}', until: null };
  await ask('counter', { kind: 'create-session', sessionId: 's1', keyHash: 'k', counter });
  await ask('buyer', create('s2'));
  expect(answers).toEqual(['counter: UPGRADE_NOT_FINALIZED', 'buyer: ACTIVE']);
  expect([world.broken, world.warnings]).toEqual([[], []]);
});
