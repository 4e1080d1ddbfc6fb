/**
 * A box office locks, sells and reverts seats and places, one call after the other. Each call has an Idempotency-Key and
 * is repeated unchanged until it is answered: however often it was sent, it has one effect.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../../bench/stand/client.ts';
import type { BuyerParts } from './buyer.ts';
import { type Deal, type DealVerb, type DealWrite, dealCall } from './deal.ts';
import type { Cart } from './history.ts';
import { isReplayed } from './sender.ts';

const retryMs = 20;
const seatsMax = 3;
const placesMax = 4;
/** One of so many deals is of a whole unit, where the event has units. */
const unitOneOf = 8;

export class BoxOffice {
  readonly #parts: BuyerParts;
  readonly #substitute: () => void;
  #deal: Deal;
  #isReplaced = false;

  constructor(parts: BuyerParts, substitute: () => void) {
    this.#parts = parts;
    this.#substitute = substitute;
    this.#deal = this.#open();
  }

  /** Works until the gate is closed or a substitute has taken over. */
  async work(): Promise<void> {
    const { gate, ledger } = this.#parts;
    while (await gate.pass()) {
      if (!ledger.isOnSale(this.#deal)) this.#deal = this.#open();
      await this.#step(this.#deal);
      if (this.#isReplaced) return gate.leave();
    }
  }

  async #step(deal: Deal): Promise<void> {
    const { ledger, sender } = this.#parts;
    const write = deal.pending ?? this.#choose(deal);
    const sentAt = performance.now();
    const { areaId } = ledger.targetOf(deal);
    const reply = await sender.attempt(dealCall(write, { ...deal, areaId, token: ledger.token }), () => {
      if (this.#isReplaced) return;
      this.#isReplaced = true;
      this.#substitute();
    });
    if (reply === null || reply.status === 503) return await pause(retryMs);
    if (isReplayed(reply)) ledger.traffic.replayed += 1;
    const isDone = this.#checkAnswer(deal, write, reply);
    if (isDone) ledger.acknowledge(deal, `box office: ${write.verb}`, sentAt);
    if (deal.known.state === 'NONE' || (deal.known.state === 'SOLD' && randomInt(4) > 0)) this.#deal = this.#open();
  }

  /** True when the call was done. */
  #checkAnswer(deal: Deal, { verb }: DealWrite, { status, body }: Reply): boolean {
    const { ledger } = this.#parts;
    const isDone = status === 200 && body === true;
    // A buyer has a seat: false when it was sold, a conflict while a session holds it.
    const isTaken = (status === 200 && body === false) || (status === 409 && body.errorCode === 'SESSION_HELD');
    const mayBeTaken = (verb === 'lock' || verb === 'directsale') && isTaken;
    if (!isDone && !mayBeTaken) ledger.reportViolation(deal, `${verb} answered ${status} ${body?.errorCode ?? body}`);
    if (!isDone && deal.hasTakenEffect) {
      ledger.reportViolation(deal, `a ${verb} that had taken effect was refused when repeated`);
    }
    deal.end(isDone);
    return isDone;
  }

  #choose(deal: Deal): DealWrite {
    const verbs: readonly [DealVerb, DealVerb] =
      deal.known.state === 'NONE'
        ? ['lock', 'directsale']
        : deal.known.state === 'LOCKED'
          ? ['sale', 'unlock']
          : ['revertsale', 'revertsale'];
    return deal.begin(verbs[randomInt(2)]!, deal.known.state === 'NONE' ? this.#cart(deal) : deal.known);
  }

  #cart(deal: Deal): Cart {
    const { seats, areaId, rules } = this.#parts.ledger.targetOf(deal);
    const unit =
      rules !== undefined && randomInt(unitOneOf) === 0 ? rules.units[randomInt(rules.units.length)] : undefined;
    if (unit !== undefined) return { seats: unit.seats, places: 0 };
    const wanted = Array.from({ length: 1 + randomInt(seatsMax) }, () => seats[randomInt(seats.length)]!);
    return { seats: [...new Set(wanted)], places: areaId === null ? 0 : randomInt(placesMax) };
  }

  #open(): Deal {
    const { ledger } = this.#parts;
    return ledger.openDeal(ledger.targets[randomInt(ledger.targets.length)]!);
  }
}
