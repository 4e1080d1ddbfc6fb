/**
 * X.509 certificates for tests of TLS: an authority, and certificates that it issues, with keys on the curve P-256. Node
 * signs but does not write certificates, so this file writes the DER of the few fields that TLS checks.
 */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate with its chain, and its key, as PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

export interface IssueOptions {
  /** DNS names of the server. */
  readonly names: readonly string[];
  /** By default from a day ago until tomorrow. */
  readonly from?: Date;
  readonly until?: Date;
}

const dayMs = 24 * 3_600_000;

function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
const integer = (bytes: Uint8Array): Buffer => tlv(0x02, bytes);
const octets = (...parts: readonly Uint8Array[]): Buffer => tlv(0x04, ...parts);
const bits = (bytes: Uint8Array): Buffer => tlv(0x03, Buffer.of(0), bytes);
const isTrue = tlv(0x01, Buffer.of(0xff));

/** From the arcs as DER has them. */
const oid = (...bytes: readonly number[]): Buffer => tlv(0x06, Buffer.from(bytes));
const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const commonName = oid(0x55, 0x04, 0x03);
const basicConstraints = oid(0x55, 0x1d, 0x13);
const subjectAltName = oid(0x55, 0x1d, 0x11);

function nameOf(text: string): Buffer {
  return sequence(tlv(0x31, sequence(commonName, tlv(0x0c, Buffer.from(text)))));
}

function time(date: Date): Buffer {
  return tlv(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`));
}

interface Certified {
  readonly issuer: string;
  readonly issuerKey: KeyObject;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly from: Date;
  readonly until: Date;
  readonly extensions: readonly Buffer[];
}

function certificate(fields: Certified): string {
  const { issuer, issuerKey, subject, publicKey, from, until, extensions } = fields;
  const body = sequence(
    tlv(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time(from), time(until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  );
  const signed = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, issuerKey)));
  const lines = signed.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

const asAuthority = [sequence(basicConstraints, isTrue, octets(sequence(isTrue)))];

function forNames(names: readonly string[]): readonly Buffer[] {
  return [sequence(subjectAltName, octets(sequence(...names.map((name) => tlv(0x82, Buffer.from(name))))))];
}

const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const valid = () => ({ from: new Date(Date.now() - dayMs), until: new Date(Date.now() + dayMs) });

/** An authority that issues through an authority of its own, as those of browsers do. */
export class CertificateAuthority {
  /** The root certificate, for clients that trust the authority. */
  readonly cert: string;
  readonly #intermediateCert: string;
  readonly #intermediateKey: KeyObject;

  readonly #name: string;

  constructor(name = 'Test') {
    this.#name = name;
    const [root, intermediate] = [keys(), keys()];
    const byRoot = { issuer: `${name} root`, issuerKey: root.privateKey, ...valid(), extensions: asAuthority };
    this.cert = certificate({ ...byRoot, subject: `${name} root`, publicKey: root.publicKey });
    this.#intermediateCert = certificate({ ...byRoot, subject: `${name} issuer`, publicKey: intermediate.publicKey });
    this.#intermediateKey = intermediate.privateKey;
  }

  issue({ names, ...times }: IssueOptions): Identity {
    const { publicKey, privateKey } = keys();
    const leaf = certificate({
      issuer: `${this.#name} issuer`,
      issuerKey: this.#intermediateKey,
      subject: names[0] ?? '',
      publicKey,
      ...valid(),
      ...times,
      extensions: forNames(names),
    });
    return { cert: leaf + this.#intermediateCert, key: pemOf(privateKey) };
  }
}

/** A certificate that only its own key vouches for. */
export function selfSigned(names: readonly string[]): Identity {
  const { publicKey, privateKey } = keys();
  const name = names[0] ?? '';
  const extensions = forNames(names);
  const cert = certificate({ issuer: name, issuerKey: privateKey, subject: name, publicKey, ...valid(), extensions });
  return { cert, key: pemOf(privateKey) };
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string;
}
