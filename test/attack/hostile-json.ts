/** Attacks by bodies that are valid HTTP: deeply nested, huge, or with names such as `__proto__`. */

import { statusesOf } from '../support/stuck-clients.ts';
import { type Attack, usualBounds } from './attack.ts';
import { answersTo } from './raw-connections.ts';
import type { Target } from './target.ts';

const megabyte = 1024 * 1024;
const sessions = '/api/public/v2.0/session/';

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

const publicBodies: readonly string[] = [
  nested(60_000),
  `{"eventId":${nested(1000)}}`,
  `{"eventId":${'9'.repeat(100_000)},"publicKey":1e400}`,
  '{"__proto__":{"eventId":"x","publicKey":"y"},"constructor":{"prototype":{"a":1}}}',
  `{${Array.from({ length: 10_000 }, (_, place) => `"k${place}":0`).join(',')}}`,
  `{"eventId":"${'\\u0000'.repeat(10_000)}"}`,
  `{"eventId":"${'x'.repeat(130_000)}"}`,
];

/** Sent as the lock of a session that need not exist. */
const lockBodies: readonly string[] = [
  `{"bestAvailable":{"count":1,"priceIds":[${'{},'.repeat(40_000)}{}]}}`,
  `{"seats":[${'{},'.repeat(40_000)}{}]}`,
];

const privateBodies: readonly string[] = [
  `{"seats":[${'true,'.repeat((4 * megabyte) / 5 - 10)}true]}`,
  `{"seats":[${'1e400,'.repeat(500_000)}1]}`,
  `{"seats":[${'99999999999999999999,'.repeat(180_000)}1]}`,
  `{"seats":${nested(1_900_000)}}`,
  `{"groupOfSeats":[${'{"__proto__":1},'.repeat(250_000)}{}]}`,
];

export const hostileJson: Attack = {
  name: 'hostile-json',
  // Five bodies of 3 to 4 MB are in flight at once.
  bounds: { ...usualBounds, memoryMb: 400 },
  isQuick: false,
  async run(target, size) {
    const rounds = size === 'full' ? 10 : 1;
    const counts = new Map<number, number>();
    for (let round = 0; round < rounds; round++) {
      const asked = [...publicBodies, ...lockBodies, ...privateBodies].map((body) => answerTo(target, body));
      for (const status of await Promise.all(asked)) counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    const unexpected = [...counts.keys()].filter((status) => status < 400 || status >= 500);
    return {
      tried: `bodies of up to 4 MB: ${[...counts].map(([status, times]) => `${times} × ${status}`).join(', ')}`,
      faults: unexpected.map((status) => `a hostile body was answered with ${status || 'nothing'}`),
    };
  },
};

async function answerTo({ port, demo }: Target, body: string): Promise<number> {
  const isLock = lockBodies.includes(body);
  const isPublic = isLock || publicBodies.includes(body);
  const publicPath = isLock ? `${sessions}0000002a-0000-8000-8000-000000000000/lock` : sessions;
  const path = isPublic ? publicPath : `/api/private/v2.0/booking/lock?eventId=${demo.eventId}`;
  const key = isPublic ? 'Idempotency-Key: 9d3e1c1e-hostile' : `X-Api-Key: ${demo.organizationToken}`;
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n${key}\r\n`;
  const answers = await answersTo(port, `${head}Content-Length: ${body.length}\r\n\r\n${body}`, 20_000);
  return statusesOf(answers)[0] ?? 0;
}
