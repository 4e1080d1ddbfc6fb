/** Buyers of an event who remember the holds that were acknowledged, each of a seat that nobody else tries. */
import { randomUUID } from 'node:crypto';
import type { Target } from '../../bench/load/plan.ts';
import type { Client } from '../../bench/stand/client.ts';
import type { Demo } from '../../bench/stand/service.ts';
import { Gate } from '../soak/gate.ts';
import { eventually } from '../support/eventually.ts';

const publicPrefix = '/api/public/v2.0/session/';
/** So long a buyer rests before each hold, after a mark. */
const restMs = 150;

export class SeatBuyers {
  /** The session whose hold on a seat was acknowledged. */
  readonly held = new Map<number, string>();
  /** Statuses and error codes of calls that failed. */
  readonly failures: string[] = [];
  readonly #client: Client;
  readonly #demo: Demo;
  readonly #target: Target;
  /** Seats that nobody has tried. */
  readonly #seats: Iterator<number>;
  /** The calls that were sent, and of those that were acknowledged the last one. */
  #sent = 0;
  #lastHeld = 0;
  #rest: Gate | null = null;
  #isOver = false;

  constructor(client: Client, demo: Demo, target: Target, seats: Iterator<number>) {
    this.#seats = seats;
    this.#client = client;
    this.#demo = demo;
    this.#target = target;
  }

  /** So many buyers hold one seat after the other. */
  start(count: number): Promise<unknown> {
    return Promise.all(Array.from({ length: count }, () => this.#holdAll()));
  }

  async end(work: Promise<unknown>): Promise<void> {
    this.#isOver = true;
    await work;
  }

  /**
   * The number of calls that were sent so far. Until then the buyers hold as fast as they can, so that calls are under way when
   * something is killed. From then on they rest: they only have to find out that holds work again, and the starting processes
   * need the processor.
   */
  mark(): number {
    this.#rest ??= new Gate(1, restMs);
    this.#rest.open();
    return this.#sent;
  }

  /** Whether a hold that was sent after a mark was acknowledged. */
  hasHeldAfter(mark: number): boolean {
    return this.#lastHeld > mark;
  }

  /** Holds a seat, checks out and confirms; whether all of it was acknowledged. */
  async purchase(): Promise<boolean> {
    const session = await this.#hold();
    if (session === null) return false;
    if ((await this.#call(`${publicPrefix}${session}/checkout`, {})) === null) return false;
    const headers = { 'x-api-key': this.#demo.organizationToken };
    const path = `/api/private/v2.0/session/${session}/confirm`;
    return (await this.#call(path, { reference: session }, headers)) !== null;
  }

  /**
   * Acknowledged holds that their sessions do not show, each with the answer that was read. A node that has just started
   * refuses reads for a moment, which says nothing about the hold: such a read is repeated.
   */
  async missing(): Promise<readonly string[]> {
    const answers = await Promise.all([...this.held].map(([seat, session]) => this.#shown(seat, session)));
    return answers.filter((answer) => answer !== 'shown');
  }

  #shown(seat: number, session: string): Promise<string> {
    return eventually(async () => {
      const { status, body } = await this.#client.send({ method: 'GET', path: `${publicPrefix}${session}` });
      if (status === 503) return null;
      const isShown = body?.cart?.seats.some(({ id }: { id: number }) => id === seat) === true;
      return isShown ? 'shown' : `seat ${seat}: ${status} ${body?.errorCode ?? body?.state}`;
    });
  }

  /** After a failure it tries again with growing pauses: others need the processor to come back. */
  async #holdAll(): Promise<void> {
    while (!this.#isOver) {
      await this.#rest?.pass();
      await eventually(async () => (await this.#hold()) !== null || this.#isOver);
    }
  }

  #nextSeat(): number {
    const { value: seat, done } = this.#seats.next();
    if (done === true) throw new Error('the event is sold out');
    return seat;
  }

  /** Takes a seat only for a session, which a service that is gone refuses. */
  async #hold(): Promise<string | null> {
    const { eventId, publicKey } = this.#target;
    const created = await this.#call(publicPrefix, { eventId, publicKey }, { 'idempotency-key': randomUUID() });
    if (created === null) return null;
    const { sessionId } = created;
    const seat = this.#nextSeat();
    const number = ++this.#sent;
    const answer = await this.#call(`${publicPrefix}${sessionId}/lock`, { seats: [seat] });
    if (answer === null) return null;
    this.held.set(seat, sessionId);
    this.#lastHeld = Math.max(this.#lastHeld, number);
    return sessionId;
  }

  async #call(path: string, body: object, headers: Record<string, string> = {}) {
    try {
      const reply = await this.#client.send({ method: 'POST', path, body, headers });
      if (reply.status < 300) return reply.body;
      this.failures.push(`${reply.status} ${reply.body?.errorCode}`);
    } catch (error) {
      this.failures.push((error as NodeJS.ErrnoException).code ?? String(error));
    }
    return null;
  }
}
