/** Queues in tests of the domain: their settings, keys and commands. */
import { hash } from 'node:crypto';
import type { Command } from '#domain/command.ts';
import { type Admission, openAdmission } from '#domain/queue/admission.ts';
import type { TicketView } from '#domain/queue/ticket-view.ts';
import type { Answer } from '#domain/reply.ts';
import { EventDriver } from './event-driver.ts';

const seed = hash('sha256', 'a seed');
/** A seed as an admission call makes it. */
export const someSeed = { seed, seedHash: hash('sha256', Buffer.from(seed, 'hex')) };

/** The hash of an idempotency key, as HTTP makes it. */
export const keyOf = (name: string | number): string => hash('sha256', `key ${name}`, 'base64url').slice(0, 22);

export function setAdmission(changes: Partial<Admission>): Command {
  return { kind: 'set-admission', admission: { ...openAdmission, mode: 'QUEUE', ...changes }, seed: someSeed };
}

export const join = (name: string | number): Command => ({ kind: 'join-queue', keyHash: keyOf(name) });

function ticketOf(answer: Answer): TicketView {
  if (!answer.ok || answer.reply.kind !== 'ticket') throw new Error(`no ticket: ${JSON.stringify(answer)}`);
  return answer.reply.ticket;
}

/** Calls of buyers on the queue of a driven event. */
export function queueOf(driver: EventDriver) {
  let created = 0;
  return {
    join: (name: string | number): TicketView => ticketOf(driver.ask(join(name))),
    read: (ticket: number): TicketView => ticketOf(driver.ask({ kind: 'read-ticket', ticket })),
    /** Creates a session with the ticket, or with its key again. */
    claim: (ticket: number, name = `c${++created}`): Answer =>
      driver.ask({
        kind: 'create-session',
        sessionId: name,
        keyHash: `key of ${name}`,
        pass: { kind: 'ticket', ticket },
      }),
    /** Lets time pass, looking at the queue as its timer does. */
    pass: (ms: number, stepMs = 1000): void => {
      const end = driver.now + ms;
      while (driver.now < end) {
        driver.now = Math.min(end, driver.now + stepMs);
        driver.ask({ kind: 'expire', sessions: [], locks: [], queue: true });
      }
    },
  };
}

/** An event with a queue of `count` tickets that was drawn a moment ago. */
export function drawn(count: number, admission: Partial<Admission> = {}) {
  const driver = new EventDriver();
  const queue = queueOf(driver);
  const opensAt = driver.now + 60_000;
  driver.ask(setAdmission({ ...admission, opensAt }));
  for (let name = 0; name < count; name++) queue.join(name);
  driver.now = opensAt;
  driver.ask({ kind: 'expire', sessions: [], locks: [], queue: true });
  return { driver, queue };
}

export const admittedOf = (driver: EventDriver): number => driver.state.queue?.admitted ?? 0;
export const statesOf = ({ driver, queue }: ReturnType<typeof drawn>): string[] =>
  Array.from({ length: driver.state.queue?.keys.count ?? 0 }, (_, ticket) => queue.read(ticket).state);
/** The ticket in a place, from 1. */
export function ticketAt({ driver, queue }: ReturnType<typeof drawn>, position: number): number {
  const count = driver.state.queue?.keys.count ?? 0;
  for (let ticket = 0; ticket < count; ticket++) if (queue.read(ticket).position === position) return ticket;
  throw new Error(`nobody has place ${position}`);
}
