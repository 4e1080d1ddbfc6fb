/**
 * The life of a worker process: it gets its place from its parent, runs one node, answers the parent's questions, and
 * stops in the steps that the parent orders. When the parent is gone it stops by itself, and lets requests finish as
 * far as that is possible without the other workers.
 */
import type { Log } from '#actors/ports.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import { pause } from '#cluster/pause.ts';
import { reasonOf } from '#storage/database/log.ts';
import { type Service, startService } from '#wiring/service.ts';
import type { Settings } from '#wiring/settings.ts';
import type { Begin, ParentMessage, ParentQuestion } from './messages.ts';
import { type Channel, ParentLink } from './parent-link.ts';

/** The process exits if the shutdown takes longer: the database may never come back. */
const shutdownMsMax = 30_000;
/** First a worker that was started again loads the events that clients wait for. */
const threadsAfterMs = 2_000;

export interface WorkerWorld {
  readonly channel: Channel;
  readonly settings: Settings;
  /** The log of this worker. */
  readonly logOf: (worker: number) => Log;
  /** Keeps the embedded PostgreSQL running until this process ends. */
  readonly holdDatabase: () => Promise<void>;
  readonly makeDemo: (service: Service, begin: Begin, log: Log) => Promise<void>;
  readonly demoEvent: () => Promise<string | null>;
  /** Shows operators which process is which worker. */
  readonly showNumber: (worker: number) => void;
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

/** Runs a worker until the parent ends it or has ended. `onParentGone` calls its listener when the parent has ended. */
export function runWorker(world: WorkerWorld, onParentGone: (listener: () => void) => void): void {
  const worker = new Worker(world);
  world.channel.onMessage((message) => worker.hear(message));
  onParentGone(() => worker.parentGone());
  world.channel.send({ kind: 'loaded' });
}

class Worker {
  readonly #world: WorkerWorld;
  #log: Log | null = null;
  /** Null in a worker that has not begun or could not. */
  #service: Promise<Service | null> = Promise.resolve(null);
  #isLimited = false;

  constructor(world: WorkerWorld) {
    this.#world = world;
  }

  hear(message: ParentMessage): void {
    switch (message.kind) {
      case 'begin':
        this.#service = this.#begin(message);
        break;
      case 'ready':
        void this.#service.then((service) => service?.declareReady());
        break;
      case 'question':
        void this.#answer(message.id, message.question);
        break;
      case 'notice':
        void this.#service.then((service) => service?.hear(message.notice));
        break;
      case 'drain':
        void this.#drain();
        break;
      case 'close':
        void this.#close();
        break;
      case 'told':
      case 'usage':
    }
  }

  parentGone(): void {
    this.#log?.error({}, 'the parent has ended; stopping');
    void this.#close();
  }

  async #begin(begin: Begin): Promise<Service | null> {
    const { channel, settings, logOf, holdDatabase, makeDemo, demoEvent, showNumber, exit } = this.#world;
    const { worker: number, workers, port, connectionString, secretKey, clusterSecret: secret } = begin;
    const log = logOf(number);
    this.#log = log;
    showNumber(number);
    try {
      if (begin.isEmbedded) await holdDatabase();
      const link = new ParentLink(channel, begin.limitSeeds, monotonicClock);
      const worker = { number, secret, port, authority: link, usage: link };
      const shared = settingsOfWorker(settings, workers);
      const { isLazy } = begin;
      const unfit = (reason: string): void => channel.send({ kind: 'unfit', reason });
      const service = await startService({
        settings: shared,
        connectionString,
        secretKey,
        log,
        worker,
        isLazy,
        demoEvent,
        unfit,
      });
      await service.open();
      if (begin.makesDemo) await makeDemo(service, begin, log);
      channel.send({ kind: 'open', node: service.self });
      if (isLazy) void this.#startThreads(service, log);
      return service;
    } catch (error) {
      channel.send({ kind: 'failed', reason: reasonOf(error) }, () => exit(1));
      return null;
    }
  }

  /** The parent's restarts bound how often this is tried. */
  async #startThreads(service: Service, log: Log): Promise<void> {
    await pause(monotonicClock, threadsAfterMs);
    if (this.#isLimited) return;
    try {
      await service.startThreads();
    } catch (error) {
      if (this.#isLimited) return;
      log.error({ err: error }, 'the threads cannot be started; the worker ends');
      this.#world.exit(1);
    }
  }

  async #answer(id: number, question: ParentQuestion): Promise<void> {
    this.#world.channel.send({ kind: 'answer', id, text: await this.#textOf(question) });
  }

  async #textOf(question: ParentQuestion): Promise<string> {
    if (question === 'pulse') return '';
    const service = await this.#service;
    if (service === null) return '';
    if (question === 'metrics') return service.metricsText();
    if (question === 'cluster version') return String(service.persistence.clusterVersion.current);
    return (await (question === 'readiness' ? service.whyNotReady() : service.warning())) ?? '';
  }

  async #drain(): Promise<void> {
    this.#limitShutdown();
    const service = await this.#service;
    await service?.drain();
    this.#world.channel.send({ kind: 'drained' });
  }

  async #close(): Promise<void> {
    this.#limitShutdown();
    try {
      const service = await this.#service;
      await service?.close();
      this.#world.exit(0);
    } catch (error) {
      this.#log?.error({ err: error }, 'the shutdown failed');
      this.#world.exit(1);
    }
  }

  #limitShutdown(): void {
    if (this.#isLimited) return;
    this.#isLimited = true;
    setTimeout(() => {
      this.#log?.error({}, 'the shutdown takes too long; exiting. Nothing is lost: recovery reads the journal');
      this.#world.exit(1);
    }, shutdownMsMax).unref();
  }
}

/** Each worker allows its share of the viewers, because connections are spread over the workers. */
function settingsOfWorker(settings: Settings, workers: number): Settings {
  return {
    ...settings,
    STREAM_VIEWERS_MAX: Math.ceil(settings.STREAM_VIEWERS_MAX / workers),
    STREAM_VIEWERS_PER_ADDRESS_MAX: Math.ceil(settings.STREAM_VIEWERS_PER_ADDRESS_MAX / workers),
  };
}
