/** Somebody at a node's address, or on the way to it, learns nothing and is not believed. */
import type { PeerLinks } from '#cluster/peer-links.ts';
import type { NodeCard } from '#cluster/ports.ts';
import { doneAtOnce, envelopeTo, LinkedNodes, nodeAt } from '../../support/linked-nodes.ts';
import type { Wiretap } from '../../support/wiretap.ts';

let nodes: LinkedNodes;
let links: PeerLinks;

beforeEach(() => {
  nodes = new LinkedNodes();
  ({ links } = nodes);
});

afterEach(() => nodes.close());

/** Gives the same answer to everything. */
async function openImpostor(answer: Buffer, port = 0): Promise<{ node: NodeCard; heard: () => string }> {
  let heard = '';
  const node = await nodes.openTcp((socket) => {
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      socket.write(answer);
    });
  }, port);
  return { node, heard: () => heard };
}

/** The bytes that a real node of the cluster has sent on a link: its welcome, and an answer to a ping. */
async function recorded(target: string): Promise<Buffer> {
  const { tap, tapped } = await nodes.open(doneAtOnce);
  const asked = { ...tapped, id: target };
  await links.ping(asked);
  links.forget(asked);
  return Buffer.concat(tap.connections[0]?.received ?? []);
}

async function framed(text: string): Promise<Buffer> {
  const content = Buffer.from(text);
  return Buffer.concat([Buffer.from([content.length, 0, 0, 0]), content]);
}

const unproved = `usher link\n5-5\nwelcome\nthem\n1\n${'A'.repeat(43)}\n${'A'.repeat(43)}`;

describe.each<[string, () => Promise<Buffer>]>([
  ['as a real node has answered before', () => recorded('them')],
  ['that another node has the address, as a real node has said before', () => recorded('other')],
  ['with a welcome without a proof', () => framed(unproved)],
  ['nonsense', () => framed('abc')],
  ['in HTTP', async () => Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')],
])("an impostor at a node's address that answers %s", (_, makeAnswer) => {
  test('is not believed, and learns neither the secret nor any command', async () => {
    const { node, heard } = await openImpostor(await makeAnswer());
    expect(await links.ping(node)).toBe('unknown');
    expect(await links.ask(node, envelopeTo(node, 987_654))).toEqual({ kind: 'unreached' });
    await links.tell(node, { kind: 'leaving', node: nodeAt(1) });
    // Nothing but hellos, each with its length before it. On a busy machine an attempt may end before its hello is sent.
    expect(heard()).toMatch(/^([\s\S]{4}usher link\n5-5\nthem\n[\w-]{43}\n[\w-]{43}){1,3}$/);
    expect(heard()).not.toMatch(/secret of the cluster|987654|leaving/);
    expect(nodes.warnings).toEqual([{ node: 'them', host: node.host, port: node.port, count: 1 }]);
  });

  test('gets no command in place of a node that has authenticated itself before', async () => {
    const answer = await makeAnswer();
    const { node, end } = await nodes.open(doneAtOnce);
    expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'done' });
    end();
    expect(await links.ping(node)).toBe('dead');
    await openImpostor(answer, node.port);
    expect(await links.ask(node, envelopeTo(node))).toEqual({ kind: 'unreached' });
    expect(await links.ping(node)).toBe('unknown');
  });
});

test.each<[string, (tap: Wiretap) => void]>([
  ['changes', (tap) => tap.changeNext(0)],
  ['replaces by an earlier one', (tap) => tap.repeatLast(0)],
])('an answer that somebody on the way %s is not believed, and the command may have run', async (_, tamper) => {
  const { tap, tapped } = await nodes.open(doneAtOnce);
  expect(await links.ping(tapped)).toBe('alive');
  tamper(tap);
  expect(await links.ask(tapped, envelopeTo(tapped))).toEqual({ kind: 'lost' });
  expect(nodes.warnings).toHaveLength(1);
  expect(await links.ask(tapped, envelopeTo(tapped))).toEqual({ kind: 'done' });
});

test('nobody on the way can read a command or its answer', async () => {
  const message = 'something that only the nodes may know';
  const fault = { kind: 'fault', code: 'UNAVAILABLE', message, retryAfterSeconds: 1 } as const;
  const { tap, tapped } = await nodes.open(async () => fault);
  const request = { kind: 'ask', eventNumber: 1, command: { kind: 'get-session', sessionId: message } } as const;
  expect(await links.ask(tapped, { ...envelopeTo(tapped), request })).toEqual(fault);
  const { sent = [], received = [] } = tap.connections[0] ?? {};
  expect(Buffer.concat([...sent, ...received]).toString('latin1')).not.toContain(message);
});
