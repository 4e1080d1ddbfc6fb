/**
 * Signs a pass for one buyer, as a shop or a waiting room does when it is the buyer's turn. With a shared secret:
 *   PASS_KID=shop PASS_SECRET=usher_pass_… node docs/examples/sign-pass.ts EVENT_ID BUYER
 * with a key pair: PASS_KID=room PASS_PRIVATE_KEY="$(cat ed25519.pem)" node docs/examples/sign-pass.ts EVENT_ID BUYER
 */
import { randomUUID } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';

const { PASS_KID: kid = '', PASS_SECRET: secret, PASS_PRIVATE_KEY: pem = '' } = process.env;
const [event = '', buyer = ''] = process.argv.slice(2);

const alg = secret === undefined ? 'EdDSA' : 'HS256';
// The bytes of the secret's text are the key; it is not decoded.
const key = secret === undefined ? await importPKCS8(pem, alg) : new TextEncoder().encode(secret);

// One id for one buyer's turn: every pass with this `jti` opens the same one session, however often it is signed.
const pass = await new SignJWT({ event, maxSeats: 4 })
  .setProtectedHeader({ alg, kid })
  .setSubject(buyer)
  .setJti(randomUUID())
  .setExpirationTime('10 minutes')
  .sign(key);

process.stdout.write(`${pass}\n`);
