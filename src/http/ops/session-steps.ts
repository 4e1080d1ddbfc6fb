/**
 * The business counter: sessions created, checked out, confirmed and expired, by organization only where the operator
 * allows it. Counting adds to a number and allocates nothing, except once for an organization. The number of
 * organizations is bounded: a label has a series in Prometheus for each of its values.
 */
import { Counter, type Registry } from 'prom-client';
import { type SessionStep, sessionSteps } from '#domain/facts/definition.ts';

type Counts = Record<SessionStep, number>;

/** The label of all organizations beyond the bound. Ids are numbers, so no organization has this name. */
const rest = 'other';

export class SessionSteps {
  readonly #organizationsMax: number;
  readonly #rest: Counts = none();
  readonly #counts = new Map<number, Counts>();

  /** `organizationsMax`: how many organizations have a label, the first that are counted; 0: there is no such label. */
  constructor(registry: Registry, organizationsMax: number) {
    this.#organizationsMax = organizationsMax;
    const shown = () => this.#shown();
    new Counter({
      name: 'usher_session_steps_total',
      help: 'Sessions that took a step, as decided',
      labelNames: organizationsMax === 0 ? ['step'] : ['step', 'organization'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, count] of shown()) this.inc(labels, count);
      },
    });
  }

  count(step: SessionStep, organizationId: number): void {
    this.#countsOf(organizationId)[step]++;
  }

  #countsOf(organizationId: number): Counts {
    const known = this.#counts.get(organizationId);
    if (known !== undefined) return known;
    if (this.#counts.size >= this.#organizationsMax) return this.#rest;
    const fresh = none();
    this.#counts.set(organizationId, fresh);
    return fresh;
  }

  *#shown(): Generator<[labels: Record<string, string>, count: number]> {
    for (const step of sessionSteps) {
      yield [this.#organizationsMax === 0 ? { step } : { step, organization: rest }, this.#rest[step]];
      for (const [id, counts] of this.#counts) yield [{ step, organization: String(id) }, counts[step]];
    }
  }
}

function none(): Counts {
  return { created: 0, checked_out: 0, confirmed: 0, expired: 0 };
}
