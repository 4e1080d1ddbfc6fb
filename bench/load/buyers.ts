/** The buyers of a round, one for each connection, made after the plan; collects their records at the end. */

import { BestBuyer } from './best-buyer.ts';
import { BookingBuyer } from './booking-buyer.ts';
import type { Buyer } from './buyer.ts';
import { CartSupply, ConfirmBuyer } from './confirm-buyer.ts';
import { CreateBuyer } from './create-buyer.ts';
import { HoldBuyer } from './hold-buyer.ts';
import { JoinBuyer } from './join-buyer.ts';
import { MapReader } from './map-reader.ts';
import { PlaceBuyer } from './place-buyer.ts';
import type { HoldPlan, LoadResult, Plan, RoamingPlan } from './plan.ts';
import { PurchaseBuyer, SeatSupply } from './purchase-buyer.ts';
import { RoamingBuyer } from './roaming-buyer.ts';

/** Every plan that has one buyer for each connection. */
export type BuyersPlan = Exclude<Plan, { readonly kind: 'visits' | 'waits' }>;

export class Buyers {
  private readonly plan: BuyersPlan;
  private readonly host: string;
  private readonly supply: SeatSupply;
  private readonly carts: CartSupply;
  private readonly buyers: Buyer[] = [];
  private readonly finished: (startedAt: number) => void;

  /** `finished` is called when a purchase is confirmed, with the time at which it began. */
  constructor(plan: BuyersPlan, finished: (startedAt: number) => void) {
    this.plan = plan;
    this.host = new URL(plan.baseUrl).host;
    this.supply = new SeatSupply(plan.kind === 'purchases' ? plan.targets : []);
    this.carts = new CartSupply(plan.kind === 'confirms' ? plan.carts : []);
    this.finished = finished;
  }

  /** Whether no connection has anything left to send. */
  get areFinished(): boolean {
    return this.buyers.length === this.plan.connections && this.buyers.every((buyer) => buyer.isFinished === true);
  }

  /** The next connection's buyer. */
  add(): Buyer {
    const buyer = this.make(this.buyers.length);
    this.buyers.push(buyer);
    return buyer;
  }

  records(): Pick<LoadResult, 'isSoldOut' | 'holds' | 'bought' | 'booked' | 'waited'> {
    return {
      isSoldOut: this.plan.kind === 'purchases' && this.supply.isEmpty,
      holds: this.buyers.flatMap((buyer) => {
        if (buyer instanceof BestBuyer || buyer instanceof CreateBuyer) return buyer.records();
        if (buyer instanceof RoamingBuyer) return buyer.buyers.map((one) => one.record());
        return buyer instanceof HoldBuyer || buyer instanceof PlaceBuyer ? [buyer.record()] : [];
      }),
      bought: this.buyers.flatMap((buyer) => {
        if (buyer instanceof ConfirmBuyer) return buyer.records();
        if (!(buyer instanceof PurchaseBuyer)) return [];
        buyer.abandon();
        return buyer.bought;
      }),
      booked: this.buyers.flatMap((buyer) => (buyer instanceof BookingBuyer ? buyer.records() : [])),
      waited: this.buyers.flatMap((buyer) => (buyer instanceof JoinBuyer ? buyer.joined : [])),
    };
  }

  private make(index: number): Buyer {
    const { plan, host } = this;
    switch (plan.kind) {
      case 'purchases':
        return new PurchaseBuyer(host, plan, this.supply, this.finished);
      case 'confirms':
        return new ConfirmBuyer(host, plan, this.carts);
      case 'map-reads':
        return new MapReader(host, plan);
      case 'places':
        return new PlaceBuyer(host, plan.sessionIds[index]!, plan);
      case 'joins':
        return new JoinBuyer(host, plan, `${plan.label}-${index}`);
      case 'creates':
        return new CreateBuyer(host, plan, `${plan.label}-${index}`);
      case 'bookings':
        return new BookingBuyer(host, plan, shareOf([...plan.target.seats.keys()], index, plan.connections));
      case 'roaming':
        return new RoamingBuyer(roamers(host, plan, index));
      case 'holds':
        return holder(host, plan, index);
    }
  }
}

function holder(host: string, plan: HoldPlan & { readonly connections: number }, index: number): Buyer {
  const { target, sessionIds, choice, carts } = plan;
  const { eventId, seats: all } = target;
  const seats = choice === 'apart' ? shareOf(all, index, plan.connections) : all;
  const cart = carts?.[index] ?? [];
  const sessionId = sessionIds[index]!;
  if (choice === 'best' || (choice === 'half-best' && index % 2 === 1)) return new BestBuyer(host, eventId, sessionId);
  const isPaired = choice === 'paired' || choice === 'half-best';
  return new HoldBuyer({ host, eventId, sessionId, seats, cart, isPaired });
}

function roamers(host: string, plan: RoamingPlan & { readonly connections: number }, index: number): HoldBuyer[] {
  return plan.sessions
    .filter((_, place) => place % plan.connections === index)
    .map(({ sessionId, target }) => {
      const { eventId, seats } = plan.targets[target]!;
      return new HoldBuyer({ host, eventId, sessionId, seats });
    });
}

function shareOf<T>(all: readonly T[], index: number, connections: number): readonly T[] {
  const share = Math.floor(all.length / connections);
  return all.slice(index * share, (index + 1) * share);
}
