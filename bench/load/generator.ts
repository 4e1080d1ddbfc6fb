/**
 * The load generator: a process of its own that runs one plan after the other with autocannon and reports what came
 * back. It counts only answers within the measured part of a round, and says how busy it was itself.
 */
import autocannon from 'autocannon';
import { AnswerReader } from './answer-reader.ts';
import { Buyers, type BuyersPlan } from './buyers.ts';
import { Count } from './count.ts';
import { Pacer } from './pacer.ts';
import type { LoadResult, Plan } from './plan.ts';
import { visit } from './visitors.ts';
import { wait } from './waiting-crowd.ts';

/**
 * Internals of autocannon that are replaced here; the version is pinned. Its documented hooks build every request anew
 * and parse every answer's headers, which costs the generator more than the request costs bare Koa.
 */
interface DrivenClient {
  on(event: 'connError' | 'timeout', listener: () => void): void;
  getRequestBuffer(): string;
  /** Sends the next request. */
  _doRequest(): void;
  requestIterator: { nextRequest(): void };
  /** Its bookkeeping of requests in flight, for latencies. */
  pipelinedRequests: { insertRequest(): void; addByteCount(): void; clear(): void };
  parser: Pick<AnswerReader, 'execute'>;
}

/** A run that has begun: a promise with more than its type tells. */
type Running = ReturnType<typeof autocannon> & { stop(): void };

const nothing = () => {};

const answerSeconds = 10;

async function run(plan: BuyersPlan): Promise<LoadResult> {
  const count = new Count(plan.warmSeconds);
  const buyers = new Buyers(plan, (startedAt) => count.purchase(startedAt));
  const pacer = plan.perSecond === undefined ? null : new Pacer(plan.perSecond);
  try {
    const running: Running = autocannon({
      url: plan.baseUrl,
      connections: plan.connections,
      duration: plan.warmSeconds + plan.seconds,
      timeout: answerSeconds,
      // autocannon checks at this interval (ms) whether the time is up.
      sampleInt: 50,
      setupClient: (client) =>
        drive(client as unknown as DrivenClient, { count, buyers, pacer, end: () => running.stop() }),
    }) as Running;
    await running;
  } finally {
    pacer?.stop();
  }
  return { ...count.figures(), ...buyers.records() };
}

interface Drive {
  readonly count: Count;
  readonly buyers: Buyers;
  readonly pacer: Pacer | null;
  /** Ends the round before its time. */
  readonly end: () => void;
}

/** autocannon calls this for each connection, before the first request. */
function drive(client: DrivenClient, { count, buyers, pacer, end }: Drive): void {
  const buyer = buyers.add();
  let dueAt = 0;
  let sentAt = 0;
  let isUnderWay = false;
  const reader = new AnswerReader((head, body) => {
    isUnderWay = false;
    const { status } = head;
    const { step } = buyer;
    const isDone = buyer.answered(status, body, head);
    const hasRetryAfter = status === 503 && head.header('retry-after') !== null;
    count.answer({ step, status, isDone, hasRetryAfter, dueAt, sentAt });
    if (buyer.isFinished !== true) client._doRequest();
    else if (buyers.areFinished) end();
  });
  const lost = () => {
    isUnderWay = false;
    count.broken += 1;
    buyer.lost();
  };
  client.getRequestBuffer = () => {
    // autocannon reports nothing when the server ends a connection with a call in flight; it only connects again.
    if (isUnderWay) lost();
    isUnderWay = true;
    reader.reset();
    sentAt = performance.now();
    if (pacer === null) dueAt = sentAt;
    return buyer.next();
  };
  client.requestIterator.nextRequest = nothing;
  client.pipelinedRequests = { insertRequest: nothing, addByteCount: nothing, clear: nothing };
  client.parser = reader;
  client.on('connError', lost);
  client.on('timeout', lost);
  if (pacer === null) return;
  const sendNext = client._doRequest.bind(client);
  let isOffered = false;
  const sender = {
    send(due: number): void {
      isOffered = false;
      dueAt = due;
      sendNext();
    },
  };
  // A connection that reconnects while it waits for the pacer must not be offered twice.
  client._doRequest = () => {
    if (isOffered) return;
    isOffered = true;
    pacer.offer(sender);
  };
}

process.on('disconnect', () => process.exit(0));
function drivePlan(plan: Plan): Promise<LoadResult> {
  if (plan.kind === 'visits') return visit(plan);
  return plan.kind === 'waits' ? wait(plan) : run(plan);
}

process.on('message', (plan: Plan) => {
  drivePlan(plan).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
