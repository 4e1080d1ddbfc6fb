/**
 * The way to the shop's page, which takes the payment of an order that is checked out, and the reference of the order once
 * it is confirmed. Carries a code that stands for the session: a session id is a credential, and stands in no address.
 */
import type { BoxOffice } from './box-office.ts';
import { explain } from './refusals.ts';
import type { Shop } from './shop.ts';

export class Payment {
  readonly #shop: Shop;
  readonly #office: Pick<BoxOffice, 'checkoutCode' | 'reference'>;
  #isOnTheWay = false;

  constructor(shop: Shop, office: Pick<BoxOffice, 'checkoutCode' | 'reference'>) {
    this.#shop = shop;
    this.#office = office;
    shop.onChange(({ stage }, before) => {
      if (stage !== before.stage) void this.#learnReference();
    });
  }

  async #learnReference(): Promise<void> {
    const { session, stage } = this.#shop.state;
    if (session === null || stage !== 'confirmed') return this.#shop.set({ reference: null });
    const outcome = await this.#office.reference(session.sessionId);
    const isStillShown = this.#shop.state.session?.sessionId === session.sessionId;
    if (outcome.ok && isStillShown) this.#shop.set({ reference: outcome.value });
  }

  /** Also leaves the page that embeds this one. Does nothing while the shop names no page. */
  async go(): Promise<void> {
    const { session, stage, face } = this.#shop.state;
    if (session === null || stage !== 'paying' || face === null || face.returnUrl === null || this.#isOnTheWay) return;
    this.#isOnTheWay = true;
    const outcome = await this.#office.checkoutCode(session.sessionId);
    this.#isOnTheWay = false;
    if (!outcome.ok) return this.#refused(outcome.problem);
    const address = new URL(face.returnUrl);
    address.searchParams.set('code', outcome.value);
    open(address.href, '_top');
  }

  #refused(problem: Parameters<typeof explain>[0]): void {
    const { plan, units, face } = this.#shop.state;
    if (plan === null) return;
    const { title, text } = explain(problem, {}, { plan, units, room: 0, timeZone: face?.timeZone });
    this.#shop.set({ notice: { code: problem.errorCode, tone: 'warning', title, text, choices: [] } });
  }
}
