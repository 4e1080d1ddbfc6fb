/** The messages that the client reads without a call: the signature of a webhook, and the text of a stream. */
import { Webhook } from 'standardwebhooks';
import { StreamParser } from '../../src/client/event-stream.ts';
import { verifyWebhook, WebhookRejected } from '../../src/client/index.ts';

describe('the signature of a webhook', () => {
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_bmV3IHNlY3JldCBvZiAyNCBieXRlcw=='] as const;
  const now = new Date('2027-05-01T10:15:00Z');
  const body = JSON.stringify({ id: 'a-1-0', type: 'session.confirmed', timestamp: now.toISOString(), data: { é: 1 } });
  const signed = (...by: readonly string[]) => ({
    'webhook-id': 'a-1-0',
    'webhook-timestamp': String(now.getTime() / 1000),
    'webhook-signature': by.map((secret) => new Webhook(secret).sign('a-1-0', now, body)).join(' '),
  });
  const verify = (more: object) =>
    verifyWebhook({ secret: secrets[0], headers: signed(secrets[0]), body, now: () => now.getTime(), ...more });

  test('is accepted as the service makes it, with either secret while these change', async () => {
    expect(await verify({})).toEqual(JSON.parse(body));
    expect((await verify({ headers: new Headers(signed(secrets[0])), body: Buffer.from(body) })).id).toBe('a-1-0');
    for (const secret of secrets) expect((await verify({ secret, headers: signed(...secrets) })).id).toBe('a-1-0');
    expect((await verify({ secret: secrets, headers: signed(secrets[1]) })).id).toBe('a-1-0');
  });

  test.each([
    ['another secret', { headers: signed(secrets[1]) }],
    ['another body', { body: `${body} ` }],
    ['another id', { headers: { ...signed(secrets[0]), 'webhook-id': 'a-1-1' } }],
    ['another time', { headers: { ...signed(secrets[0]), 'webhook-timestamp': String(now.getTime() / 1000 + 1) } }],
    ['a time of no number', { headers: { ...signed(secrets[0]), 'webhook-timestamp': 'now' } }],
    ['no signature', { headers: { ...signed(secrets[0]), 'webhook-signature': undefined } }],
    ['a signature that is no base64', { headers: { ...signed(secrets[0]), 'webhook-signature': 'v1,%' } }],
    ['an empty signature', { headers: { ...signed(secrets[0]), 'webhook-signature': 'v1,' } }],
    ['a signature of another version', { headers: { ...signed(secrets[0]), 'webhook-signature': 'v2,AAAA' } }],
    ['a request of six minutes ago', { now: () => now.getTime() + 360_000 }],
    ['a request of the future', { now: () => now.getTime() - 360_000 }],
  ])('is refused with %s', async (_, more) => {
    await expect(verify(more)).rejects.toThrow(WebhookRejected);
  });

  test('cannot be verified without a secret', async () => {
    await expect(verify({ secret: '' })).rejects.toThrow(TypeError);
  });
});

describe('the text of a stream', () => {
  const text =
    ': comment\n\nid: 1\nevent: change\ndata: {"a":1}\n\ndata:two\ndata\ndata:  lines\r\n\r\nretry: 2000\rid: 5\r\revent: none\n\n';
  const messages = [
    { event: 'change', data: '{"a":1}', id: '1', retryMs: null },
    { event: 'message', data: 'two\n\n lines', id: null, retryMs: null },
    { event: 'message', data: '', id: '5', retryMs: 2000 },
  ];

  test('is read the same wherever it is cut', () => {
    for (let at = 0; at <= text.length; at++) {
      const parser = new StreamParser();
      expect([...parser.read(text.slice(0, at)), ...parser.read(text.slice(at))]).toEqual(messages);
    }
    const parser = new StreamParser();
    expect([...text].flatMap((character) => parser.read(character))).toEqual(messages);
  });

  test('has no event that is longer than 32 million characters', () => {
    const parser = new StreamParser();
    expect(() => {
      for (let piece = 0; piece < 40; piece++) parser.read(`data: ${'x'.repeat(1_000_000)}\n`);
    }).toThrow(RangeError);
  });
});
