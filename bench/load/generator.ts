/**
 * The load generator: a process of its own that runs one plan after the other with autocannon and reports what came
 * back. It counts only answers within the measured part of a round, and says how busy it was itself.
 */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { Buyer } from './buyer.ts';
import { HoldBuyer } from './hold-buyer.ts';
import type { LoadResult, Plan, StepFigures, Tally } from './plan.ts';
import { PurchaseBuyer, SeatSupply } from './purchase-buyer.ts';

/**
 * autocannon's documented hooks build every request anew from its parts and take every answer's headers apart, which
 * costs the generator more than the request costs bare Koa. These two places cost nothing; the version is pinned.
 */
interface DrivenClient {
  on(event: 'connError' | 'timeout', listener: () => void): void;
  getRequestBuffer(): string;
  requestIterator: { nextRequest(): void; recordBody(request: unknown, status: number, body: string): void };
}

interface Step extends Tally {
  readonly latency: RecordableHistogram;
}

const answerSeconds = 10;
const microsPerMs = 1000;

class Round {
  readonly steps = new Map<string, Step>();
  readonly all = newStep();
  readonly purchaseLatency = createHistogram();
  broken = 0;
  readonly buyers: Buyer[] = [];
  private readonly plan: Plan;
  private readonly supply: SeatSupply;
  private readonly countFrom: number;
  private readonly cpuFrom: { value: NodeJS.CpuUsage | null } = { value: null };
  private firstCounted = 0;
  private lastCounted = 0;

  constructor(plan: Plan) {
    this.plan = plan;
    this.supply = new SeatSupply(plan.kind === 'purchases' ? plan.targets : []);
    this.countFrom = performance.now() + plan.warmSeconds * 1000;
  }

  /** autocannon calls this for each connection, before the first request. */
  readonly setupClient = (bare: autocannon.Client): void => {
    const client = bare as unknown as DrivenClient;
    const buyer = this.hire(this.buyers.length);
    this.buyers.push(buyer);
    let sentAt = 0;
    client.getRequestBuffer = () => {
      sentAt = performance.now();
      return buyer.next();
    };
    client.requestIterator.nextRequest = () => {};
    client.requestIterator.recordBody = (_request, status, body) => {
      this.count(buyer.step, status, sentAt);
      buyer.answered(status, body);
    };
    const lost = () => {
      this.broken += 1;
      buyer.lost();
    };
    client.on('connError', lost);
    client.on('timeout', lost);
  };

  result(): LoadResult {
    const seconds = (this.lastCounted - this.firstCounted) / 1000;
    const cpu = process.cpuUsage(this.cpuFrom.value ?? process.cpuUsage());
    const bought = this.buyers.flatMap((buyer) => {
      if (!(buyer instanceof PurchaseBuyer)) return [];
      buyer.abandon();
      return buyer.bought;
    });
    return {
      seconds,
      steps: Object.fromEntries([...this.steps].map(([name, step]) => [name, figuresOf(step)])),
      all: figuresOf(this.all),
      broken: this.broken,
      purchases: this.purchaseLatency.count,
      purchaseP50Ms: this.purchaseLatency.percentile(50) / microsPerMs,
      purchaseP99Ms: this.purchaseLatency.percentile(99) / microsPerMs,
      generatorBusy: (cpu.user + cpu.system) / 1e6 / seconds,
      isSoldOut: this.plan.kind === 'purchases' && this.supply.isEmpty,
      holds: this.buyers.flatMap((buyer) => (buyer instanceof HoldBuyer ? [buyer.record()] : [])),
      bought,
    };
  }

  private hire(index: number): Buyer {
    const { plan } = this;
    const host = new URL(plan.baseUrl).host;
    if (plan.kind === 'purchases')
      return new PurchaseBuyer(host, plan, this.supply, (startedAt) => this.bought(startedAt));
    const { seats } = plan.target;
    const share = Math.floor(seats.length / plan.connections);
    const own = plan.isApart ? seats.slice(index * share, (index + 1) * share) : seats;
    return new HoldBuyer(host, plan.sessionIds[index]!, plan.target, own);
  }

  private count(name: string, status: number, sentAt: number): void {
    const now = performance.now();
    if (now < this.countFrom) return;
    if (this.firstCounted === 0) {
      this.firstCounted = now;
      this.cpuFrom.value = process.cpuUsage();
    }
    this.lastCounted = now;
    let step = this.steps.get(name);
    if (step === undefined) {
      step = newStep();
      this.steps.set(name, step);
    }
    const micros = Math.max(1, Math.round((now - sentAt) * microsPerMs));
    for (const counted of [step, this.all]) {
      counted[meaningOf(status)] += 1;
      counted.latency.record(micros);
    }
  }

  private bought(startedAt: number): void {
    const now = performance.now();
    if (now < this.countFrom) return;
    this.purchaseLatency.record(Math.max(1, Math.round((now - startedAt) * microsPerMs)));
  }
}

function newStep(): Step {
  return { done: 0, conflicts: 0, refused: 0, failed: 0, latency: createHistogram() };
}

function meaningOf(status: number): keyof Tally {
  if (status < 300) return 'done';
  if (status === 409) return 'conflicts';
  return status < 500 ? 'refused' : 'failed';
}

function figuresOf({ latency, ...tally }: Step): StepFigures {
  return { ...tally, p50Ms: latency.percentile(50) / microsPerMs, p99Ms: latency.percentile(99) / microsPerMs };
}

async function run(plan: Plan): Promise<LoadResult> {
  const round = new Round(plan);
  await autocannon({
    url: plan.baseUrl,
    connections: plan.connections,
    duration: plan.warmSeconds + plan.seconds,
    timeout: answerSeconds,
    // autocannon looks only this often whether the time is up.
    sampleInt: 50,
    setupClient: round.setupClient,
  });
  return round.result();
}

process.on('disconnect', () => process.exit(0));
process.on('message', (plan: Plan) => {
  run(plan).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
