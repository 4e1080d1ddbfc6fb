/** Links between releases: both sides use the newest protocol that both speak, and refuse each other when there is none. */
import { AnswersWriter, CallsWriter } from '#cluster/link/messages.ts';
import { type LinkProtocol, type LinkProtocols, linkProtocols, protocol5 } from '#cluster/link/protocols.ts';
import type { Envelope, PeerReply } from '#cluster/ports.ts';
import { eventually } from '../../support/eventually.ts';
import { envelopeTo, LinkedNodes } from '../../support/linked-nodes.ts';

const mark = 6;

class MarkedCalls extends CallsWriter {
  override take(time: number): Buffer {
    return Buffer.concat([Buffer.of(mark), super.take(time)]);
  }
}

class MarkedAnswers extends AnswersWriter {
  override take(time: number): Buffer {
    return Buffer.concat([Buffer.of(mark), super.take(time)]);
  }
}

/** Each frame begins with a byte more than in protocol 5, so neither can be read as the other. */
const protocol6: LinkProtocol = {
  number: 6,
  callsWriter: () => new MarkedCalls(),
  answersWriter: () => new MarkedAnswers(),
  emptyFrame: (kind, time) => Buffer.concat([Buffer.of(mark), protocol5.emptyFrame(kind, time)]),
  readCalls: (reader, content, ...rest) => protocol5.readCalls(reader, unmarked(content), ...rest),
  readAnswers: (reader, content) => protocol5.readAnswers(reader, unmarked(content)),
};

function unmarked(content: Buffer): Buffer {
  if (content[0] !== mark) throw new TypeError('no frame of protocol 6');
  return content.subarray(1);
}

const five: LinkProtocols = [protocol5];
const six: LinkProtocols = [protocol6];
const both: LinkProtocols = [protocol5, protocol6];

/** The protocols, which also count how often a frame was read in each. */
function counted(protocols: LinkProtocols, read: number[]): LinkProtocols {
  const count = (protocol: LinkProtocol): LinkProtocol => ({
    ...protocol,
    readCalls: (...call) => {
      read.push(protocol.number);
      return protocol.readCalls(...call);
    },
  });
  const [first, ...others] = protocols;
  return [count(first), ...others.map(count)];
}

test.each<[string, LinkProtocols, LinkProtocols, number]>([
  ['an older node asks a newer one', five, both, 5],
  ['a newer node asks an older one', both, five, 5],
  ['two newer nodes', both, both, 6],
  ['one that no longer speaks the older protocol, and one that still does', six, both, 6],
])('%s: every call is answered', async (_what, asking, answering, spoken) => {
  const nodes = new LinkedNodes({ protocols: asking });
  const read: number[] = [];
  try {
    const served: Envelope[] = [];
    const serve = async (envelope: Envelope): Promise<PeerReply> => {
      served.push(envelope);
      return { kind: 'done' };
    };
    const { node } = await nodes.open(serve, { protocols: counted(answering, read) });
    const asked = [1, 2, 3].map((eventNumber) => envelopeTo(node, eventNumber));
    const replies = await Promise.all(asked.map((envelope) => nodes.links.ask(node, envelope)));
    expect(replies.map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
    expect(served.map(({ request }) => request)).toEqual(asked.map(({ request }) => request));
    expect(await nodes.links.ping(node)).toBe('alive');
    expect(new Set(read)).toEqual(new Set([spoken]));
    expect(nodes.warnings).toEqual([]);
  } finally {
    await nodes.close();
  }
});

test('two nodes without a common protocol refuse each other, both say so, and nothing runs', async () => {
  const nodes = new LinkedNodes({ protocols: five });
  try {
    const served: Envelope[] = [];
    const { node } = await nodes.open(
      async (envelope) => {
        served.push(envelope);
        return { kind: 'done' };
      },
      { protocols: six },
    );
    expect((await nodes.links.ask(node, envelopeTo(node))).kind).toBe('unreached');
    expect(await nodes.links.ping(node)).toBe('unknown');
    await eventually(async () => nodes.warnings.length === 2);
    expect(nodes.warnings).toContainEqual(expect.objectContaining({ protocols: { oldest: 6, newest: 6 } }));
    expect(served).toEqual([]);
  } finally {
    await nodes.close();
  }
});

test('the protocols of this build follow each other without a gap', () => {
  const [first, ...others] = linkProtocols;
  expect(others.map(({ number }) => number)).toEqual(others.map((_, place) => first.number + place + 1));
});
