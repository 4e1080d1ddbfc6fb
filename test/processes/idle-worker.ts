/**
 * A worker process without a service, for tests of the parent's side: does not start when its secret says so, else reports
 * that it is open and answers pulses.
 */
import type { Begin, ParentMessage, WorkerMessage } from '../../src/processes/messages.ts';

export const failingSecret = 'fails';

/** A worker's place among two; nothing of it is used but the number and the secret. */
export const place: Begin = {
  kind: 'begin',
  worker: 1,
  workers: 2,
  port: 0,
  connectionString: '',
  isEmbedded: false,
  secretKey: '',
  clusterSecret: '',
  limitSeeds: new Uint32Array(2),
  makesDemo: false,
  isLazy: true,
};
/** Listens to nothing. */
export const listener = { opened: () => {}, asked: () => {}, used: () => {}, unfit: () => {}, ended: () => {} };

function say(message: WorkerMessage): void {
  process.send?.(message);
}

function begin({ worker, secretKey }: Begin): void {
  if (secretKey === failingSecret) {
    process.send?.({ kind: 'failed', reason: 'no room' } satisfies WorkerMessage, undefined, undefined, () =>
      process.exit(1),
    );
  } else say({ kind: 'open', node: { id: `idle-${worker}`, host: '127.0.0.1', port: 1 } });
}

if (process.send !== undefined && process.argv[2] === 'worker') {
  process.on('message', (message: ParentMessage) => {
    if (message.kind === 'begin') begin(message);
    else if (message.kind === 'question') say({ kind: 'answer', id: message.id, text: '' });
  });
  say({ kind: 'loaded' });
}
