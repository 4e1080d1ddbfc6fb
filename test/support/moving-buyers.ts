/**
 * Buyers who each hold a seat, and take and give back another one all the time, at one node, whatever happens to the
 * event's owner: a call that was refused because its node had to wait is made again, as the cart then needs it.
 */
import { eventually } from './eventually.ts';
import type { Answer, ServiceCalls, Show } from './service.ts';
import { type SessionCalls, sessionCalls, succeeded } from './session-calls.ts';

const roundsPerWait = 5;

export class MovingBuyers {
  readonly #calls: SessionCalls;
  readonly #show: Show;
  readonly #buyers: Promise<void>[] = [];
  readonly #rounds: number[] = [];
  #isOver = false;

  constructor(node: ServiceCalls, show: Show) {
    this.#calls = sessionCalls(node, show);
    this.#show = show;
  }

  /** Seats that are held once all have stopped. */
  get held(): number {
    return this.#buyers.length * 2;
  }

  /** Adds a buyer of the seats `first` and the next one. */
  async add(first: number): Promise<void> {
    const [kept, moved] = this.#show.seats.slice(first, first + 2) as [number, number];
    const id = await this.#calls.open([kept]);
    const place = this.#buyers.length;
    this.#rounds.push(0);
    const buying = this.#buy(id, moved, place);
    // `stop` reports it.
    buying.catch(() => {});
    this.#buyers.push(buying);
  }

  /** Resolves when all have gone on for a while. */
  async goOn(): Promise<void> {
    const due = this.#rounds.map((rounds) => rounds + roundsPerWait);
    await Promise.race([
      eventually(() => this.#rounds.every((rounds, place) => rounds >= (due[place] as number))),
      Promise.all(this.#buyers),
    ]);
  }

  /** All keep both seats. Rejects when a call of one of them was refused for another reason than the hand-over. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#buyers);
  }

  async #buy(id: string, moved: number, place: number): Promise<void> {
    for (; !this.#isOver; (this.#rounds[place] as number)++) {
      await this.#bring(id, moved, true);
      await this.#bring(id, moved, false);
    }
    await this.#bring(id, moved, true);
  }

  async #bring(id: string, seat: number, isHeld: boolean): Promise<void> {
    const { lock, unlock, get } = this.#calls;
    const move = (): Promise<Answer> => (isHeld ? lock(id, [seat]) : unlock(id, [seat]));
    let answer = await move();
    while (answer.status === 503) {
      // The call may have run.
      const { body } = await eventually(async () => succeeded(await get(id)));
      if (body.cart.seats.some((line: { id: number }) => line.id === seat) === isHeld) return;
      answer = await move();
    }
    succeeded(answer);
  }
}
