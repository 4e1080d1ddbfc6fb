/** What a view reads from the service: at once, when its question changes, and again and again while it is shown. */
import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { EmptyText } from '../shared/components/words.tsx';
import { Poller } from './poller.ts';
import { ProblemBox } from './problem-box.tsx';
import { problemText } from './refusal.ts';

export interface Reading<Value> {
  /** As last read; null: nothing yet. A failure keeps it. */
  readonly value: Value | null;
  /** Why the last read has failed; null: it has not. */
  readonly failure: unknown;
  /** Reads again at once. */
  now(): void;
  /** Takes over what a write has answered. Drops reads that began before it ended. Rejects as the write does. */
  write(call: () => Promise<Value>): Promise<void>;
}

interface Rhythm {
  /** Absent: reads only when the question changes. */
  readonly pauseMs?: number;
  /** The pause is at least so many times as long as the read took. */
  readonly pauseShare?: number;
}

/**
 * `question`: what is asked for. When it changes, the view reads again, and drops an answer to the question before.
 * `read`: null while it cannot be asked.
 */
export function useReading<Value>(
  question: string,
  read: (() => Promise<Value>) | null,
  { pauseMs = Infinity, pauseShare = 0 }: Rhythm = {},
): Reading<Value> {
  const [shown, setShown] = useState<Pick<Reading<Value>, 'value' | 'failure'>>({ value: null, failure: null });
  const poller = useRef<Poller | null>(null);
  /** An answer belongs to the version at which it was asked for. */
  const version = useRef(0);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const made = new Poller(
      async () => {
        const asked = version.current;
        const value = (await latest.current?.()) ?? null;
        if (asked === version.current && !made.isClosed) setShown({ value, failure: null });
      },
      pauseMs,
      pauseShare,
      (failure) => setShown(({ value }) => ({ value, failure })),
    );
    poller.current = made;
    return () => made.close();
  }, []);
  const canRead = read !== null;
  useEffect(() => {
    version.current++;
    if (canRead) poller.current?.now();
  }, [question, canRead]);
  const write = async (call: () => Promise<Value>): Promise<void> => {
    version.current++;
    try {
      setShown({ value: await call(), failure: null });
    } finally {
      version.current++;
    }
  };
  return { ...shown, now: () => poller.current?.now(), write };
}

interface ReadProperties<Value> {
  readonly reading: Reading<Value>;
  /** Shown until the first answer. */
  readonly waiting?: string;
  readonly children: (value: Value) => ComponentChild;
}

/** Shows what was read, or why it could not be read. */
export function Read<Value>({ reading, waiting = '', children }: ReadProperties<Value>): ComponentChild {
  if (reading.failure !== null) return <Problem of={reading} />;
  if (reading.value !== null) return children(reading.value);
  return waiting !== '' && <EmptyText>{waiting}</EmptyText>;
}

/** Why the last read has failed, if it has. */
export function Problem({ of: { failure, now } }: { readonly of: Reading<unknown> }): ComponentChild {
  return failure !== null && <ProblemBox text={problemText(failure)} onRetry={now} />;
}
