/** Requests over TLS on real sockets: accepted only with a certificate of the receiver's name by a trusted authority. */
import { Receivers, type ReceiversOptions } from '#feed/webhooks/receivers.ts';
import { CertificateAuthority, type Identity, selfSigned } from '../../support/certificates.ts';
import { accept, type Receiver, startReceiver } from '../../support/receiver.ts';

const host = 'hooks.example';
const dayMs = 24 * 3_600_000;
const open: Receivers[] = [];
let trusted: CertificateAuthority;
let receiver: Receiver;

beforeAll(async () => {
  trusted = new CertificateAuthority();
  receiver = await startReceiver(accept, trusted.issue({ names: [host] }));
});

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

afterEach(async () => {
  for (const receivers of open.splice(0)) await receivers.close();
});

function sendTo(
  port: number,
  { name = host, ...options }: Partial<ReceiversOptions> & { readonly name?: string } = {},
) {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const receivers = new Receivers({ allowsPrivate: true, timeoutMs: 5_000, resolve, ...options });
  open.push(receivers);
  const request = { url: `https://${name}:${port}/hook`, headers: { 'webhook-id': 'one' }, body: '{}' };
  return receivers.send(request, new AbortController().signal);
}

test('a receiver with a certificate of its name by a trusted authority is sent the request', async () => {
  const before = receiver.requests.length;
  expect(await sendTo(receiver.port, { ca: trusted.cert })).toMatchObject({ status: 204, error: null });
  expect(receiver.requests.slice(before)).toMatchObject([{ id: 'one', text: '{}' }]);
});

test.each<[string, () => Identity, string]>([
  ['a certificate of another name', () => trusted.issue({ names: ['other.example'] }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [
    'a certificate that has expired',
    () => trusted.issue({ names: [host], from: new Date(Date.now() - 2 * dayMs), until: new Date(Date.now() - dayMs) }),
    'CERT_HAS_EXPIRED',
  ],
  [
    'a certificate that is not valid yet',
    () => trusted.issue({ names: [host], from: new Date(Date.now() + dayMs), until: new Date(Date.now() + 2 * dayMs) }),
    'CERT_NOT_YET_VALID',
  ],
  ['a certificate that it signed itself', () => selfSigned([host]), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [
    'a certificate of an unknown authority',
    () => new CertificateAuthority('Unknown').issue({ names: [host] }),
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ],
])('a receiver with %s gets nothing, and that is a failure', async (_, identity, code) => {
  await using other = await startReceiver(accept, identity());
  const reply = await sendTo(other.port, { ca: trusted.cert });
  expect([reply.status, reply.error]).toEqual([null, expect.stringContaining(code)]);
  expect(other.requests).toEqual([]);
});

test('the same receiver is refused without its authority, and under a name that its certificate does not have', async () => {
  const before = receiver.requests.length;
  expect((await sendTo(receiver.port)).error).toContain('UNABLE_TO_GET_ISSUER_CERT_LOCALLY');
  const renamed = await sendTo(receiver.port, { ca: trusted.cert, name: 'elsewhere.example' });
  expect(renamed.error).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(receiver.requests.length).toBe(before);
});
