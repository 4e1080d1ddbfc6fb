/** Applies facts of allotments to the reference model. Returns what is wrong, or null. */
import type { AllotmentFact } from '#domain/allotments/allotment-fact.ts';
import type { Fact } from '#domain/fact.ts';
import { allotmentFacts } from '#domain/facts/allotments.ts';
import type { SeatRuns } from '#domain/seats/seat-runs.ts';
import { unknownFact } from '#domain/unknown-fact.ts';
import type { NaiveAllotments } from '../support/naive-allotments.ts';

/** The facts that time and sales bring about. */
export type StepFact = Extract<AllotmentFact, { type: 'allotment-opened' | 'allotment-closed' | 'allotment-released' }>;

const stepTypes: readonly string[] = ['allotment-opened', 'allotment-closed', 'allotment-released'];

export function isOfAllotments(fact: Fact): fact is Extract<Fact, AllotmentFact> {
  return fact.type in allotmentFacts;
}

export function isStep(fact: Fact | undefined): fact is StepFact {
  return fact !== undefined && stepTypes.includes(fact.type);
}

export class AllotmentReplay {
  readonly #allotments: NaiveAllotments;
  readonly #seatsIn: (runs: SeatRuns) => number[];
  readonly #areaId: (index: number) => number;
  /** Ids by slot. */
  readonly #ids = new Map<number, string>();

  /** `seatsIn`: the ids of seats in runs of indices. `areaId`: of an area's index. */
  constructor(allotments: NaiveAllotments, seatsIn: (runs: SeatRuns) => number[], areaId: (index: number) => number) {
    this.#allotments = allotments;
    this.#seatsIn = seatsIn;
    this.#areaId = areaId;
  }

  remember(fact: Fact): void {
    if (fact.type === 'allotment-defined') this.#ids.set(fact.allotment, fact.id);
  }

  apply(fact: AllotmentFact, now: number): string | null {
    this.remember(fact);
    const id = this.#ids.get(fact.allotment);
    if (id === undefined || (fact.type !== 'allotment-defined' && !this.#allotments.byId.has(id)))
      return `${fact.type} names the allotment ${fact.allotment}, which is not there`;
    switch (fact.type) {
      case 'allotment-defined':
        this.#allotments.define(id, fact.terms, now);
        return null;
      case 'allotment-removed':
        this.#allotments.remove(id);
        return null;
      case 'allotment-filled':
        this.#allotments.fill(
          id,
          this.#seatsIn(fact.seats),
          new Map((fact.areas ?? []).map(([area, places]) => [this.#areaId(area), places])),
        );
        return null;
      case 'allotment-opened':
        return this.#allotments.open(id, now);
      case 'allotment-closed':
        return this.#allotments.close(id, now);
      case 'allotment-released': {
        const to = fact.to === 0 ? null : (this.#ids.get(fact.to) as string);
        const areas = (fact.areas ?? []).map((area) => this.#areaId(area));
        const part = fact.seats === undefined ? null : { seats: this.#seatsIn(fact.seats), areas };
        return this.#allotments.release(id, fact.cause, to, part, now);
      }
      default:
        return unknownFact(fact);
    }
  }
}
