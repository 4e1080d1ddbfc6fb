/**
 * Keeps the data of a run for a worker that asks for it late. jest-light-runner 0.8.2 answers all workers when the first one asks. A worker
 * that still loads its modules misses that answer. It asks later and gets no answer, so its test file would never end.
 * `npm run jest` loads this file into each worker before all others. Does nothing elsewhere.
 */
const question = 'jest-light-runner-get-worker-data';
const answerType = 'jest-light-runner-worker-data';

type Emit = (event: string, ...parts: unknown[]) => boolean;

if (process.env.TINYPOOL_WORKER_ID !== undefined && process.send !== undefined) {
  const parent = process as unknown as { emit: Emit; send: (message: unknown, ...more: unknown[]) => boolean };
  const emit = parent.emit.bind(process);
  const send = parent.send.bind(process);
  let answer: unknown = null;
  parent.emit = (event, ...parts) => {
    const [message] = parts as [{ readonly type?: string } | null | undefined];
    if (event === 'message' && message?.type === answerType) answer = message;
    return emit(event, ...parts);
  };
  parent.send = (message, ...more) => {
    if (message !== question || answer === null) return send(message, ...more);
    setImmediate(() => emit('message', answer));
    return true;
  };
}
