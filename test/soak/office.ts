/**
 * An office makes and deletes venues and webhooks of the organization, one call after the other. It is hasty: it sends
 * each call twice at once under one Idempotency-Key, both again later if none is answered, and now and then once more.
 * However often a call was sent, it has one effect and one answer.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../../bench/stand/client.ts';
import type { BuyerParts } from './buyer.ts';
import { createItemCall, deleteItemCall, itemKinds, type OfficeItem } from './office-item.ts';
import { isReplayed, type KeyedCall } from './sender.ts';

const retryMs = 20;
/** Webhooks that an office has not deleted stay when a substitute takes over. */
export const officeSettings = { WEBHOOKS_PER_ORGANIZATION_MAX: '1000' } as const;
/** Between two calls: the audit reads everything that is not deleted. */
const restMs = 30;
const waitingMax = 5;
/** One of so many venues stays. */
const keptOneOf = 8;
/** One of so many calls is sent again after its answer. */
const repeatedOneOf = 4;

export class Office {
  readonly #parts: BuyerParts;
  readonly #substitute: () => void;
  #item: OfficeItem;
  /** Items whose calls are not answered, oldest first: the key of a killed call is in use for a while. */
  readonly #waiting: OfficeItem[] = [];
  #isReplaced = false;

  constructor(parts: BuyerParts, substitute: () => void) {
    this.#parts = parts;
    this.#substitute = substitute;
    this.#item = this.#open();
  }

  /** Works until the gate is closed or a substitute has taken over. */
  async work(): Promise<void> {
    const { gate } = this.#parts;
    while (await gate.pass()) {
      await this.#step(this.#item);
      if (this.#isReplaced) return gate.leave();
    }
  }

  async #step(item: OfficeItem): Promise<void> {
    const { ledger } = this.#parts;
    item.pending ??= item.id === null ? 'create' : 'delete';
    const isCreated = item.pending === 'create';
    const call = isCreated ? createItemCall(item, ledger.token) : deleteItemCall(item, ledger.token);
    const replies = (await Promise.all([this.#send(call), this.#send(call)])).filter((reply) => reply !== null);
    const answers = replies.filter((reply) => !isStillRunning(reply));
    ledger.traffic.stillRunning += replies.length - answers.length;
    if (answers.length === 0) {
      this.#waiting.push(item);
      this.#item = this.#next();
      return await pause(retryMs);
    }
    if (answers.filter((reply) => !isReplayed(reply)).length > 1)
      this.#report(item, 'was answered twice as a new call');
    for (const reply of answers) this.#check(item, reply);
    if (randomInt(repeatedOneOf) === 0) await this.#repeat(item, call);
    ledger.traffic.count(`office: ${item.pending} ${item.kind}`);
    item.isGone = !isCreated;
    item.pending = null;
    if (item.isGone || (item.kind === 'venue' && randomInt(keptOneOf) === 0)) this.#item = this.#next();
    await pause(restMs);
  }

  /** The answer; null: there is none. */
  async #send(call: KeyedCall): Promise<Reply | null> {
    const { ledger, sender } = this.#parts;
    const reply = await sender.attempt(call, () => {
      if (this.#isReplaced) return;
      this.#isReplaced = true;
      this.#substitute();
    });
    if (reply === null || reply.status === 503) return null;
    if (isReplayed(reply)) ledger.traffic.replayed += 1;
    return reply;
  }

  /** An answer is recorded before it is given, so its key is no longer in use. */
  async #repeat(item: OfficeItem, call: KeyedCall): Promise<void> {
    const reply = await this.#send(call);
    if (reply === null) return;
    this.#check(item, reply);
    if (!isReplayed(reply) && !isStillRunning(reply)) this.#report(item, 'was decided again after its answer');
  }

  #check(item: OfficeItem, { status, body }: Reply): void {
    if (status !== (item.pending === 'create' ? 201 : 204)) {
      this.#report(item, `answered ${status} ${body?.errorCode}`);
    } else if (item.pending === 'create') {
      item.id ??= body.id;
      if (body.id !== item.id) this.#report(item, `answered id ${body.id} after ${item.id}`);
    }
  }

  #report({ name, kind, pending }: OfficeItem, what: string): void {
    this.#parts.ledger.reportViolation(null, `${pending} of ${kind} ${name} ${what}`);
  }

  #next(): OfficeItem {
    const isAgain = this.#waiting.length === waitingMax || randomInt(2) === 0;
    return (isAgain ? this.#waiting.shift() : undefined) ?? this.#open();
  }

  #open(): OfficeItem {
    return this.#parts.ledger.openItem(itemKinds[randomInt(itemKinds.length)]!);
  }
}

/** Whether the answer only says that another call with the key runs. */
function isStillRunning({ body }: Reply): boolean {
  return body?.errorCode === 'IDEMPOTENCY_KEY_IN_USE';
}
