/**
 * How long an event with 100,000 open sessions is away when the service is killed: kill -9, start, first read, first hold.
 * The event is activated by the first question, or before it when the service does so by itself.
 */
import { makeEvent, makeSchema } from '../catalog.ts';
import { Client } from '../client.ts';
import { median } from '../report.ts';
import type { Stage } from '../stage.ts';
import { makeCrowd } from './crowd.ts';

export interface RestartFigures {
  readonly openSessions: number;
  readonly restarts: number;
  /** From starting the process to `/readyz`, PostgreSQL included; medians in milliseconds. */
  readonly launchMs: number;
  /** From asking for a session of the event to the answer. */
  readonly firstAnswerMs: number;
  readonly firstAnswerMsMax: number;
  /** From asking for one more seat to the answer, right after. */
  readonly firstHoldMs: number;
}

const openSessions = 100_000;
const seatCount = 200_000;

/** Restarts so many times; throws when a restart lost a session. */
export async function measureRestart(stage: Stage, restarts: number): Promise<RestartFigures> {
  const schemaId = await makeSchema(stage.owner, seatCount, 0);
  const target = await makeEvent(stage.owner, stage.demo, schemaId);
  const crowd = await makeCrowd(stage.visitor, target, openSessions);
  const last = crowd.at(-1)!;
  const launches: number[] = [];
  const answers: number[] = [];
  const firstHolds: number[] = [];
  let held = last.seats;
  for (let restart = 0; restart < restarts; restart++) {
    await stage.service.kill();
    launches.push(await stage.service.launch());
    const client = new Client(stage.service.baseUrl);
    const path = `/api/public/v2.0/session/${last.sessionId}`;
    const askedAt = performance.now();
    const session = await client.demand({ method: 'GET', path });
    const answeredAt = performance.now();
    if (session.cart.seats.length !== held.length) throw new Error('a session came back with another cart');
    held = [...held, target.seats[openSessions + restart]!];
    await client.demand({ method: 'POST', path: `${path}/lock`, body: { seats: held, groupOfSeats: [] } });
    firstHolds.push(performance.now() - answeredAt);
    answers.push(answeredAt - askedAt);
    client.close();
  }
  for (const record of crowd) stage.evidence.holds.push(record === last ? { ...last, seats: held } : record);
  return {
    openSessions,
    restarts,
    launchMs: median(launches)!,
    firstAnswerMs: median(answers)!,
    firstAnswerMsMax: Math.max(...answers),
    firstHoldMs: median(firstHolds)!,
  };
}
