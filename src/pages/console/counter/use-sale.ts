/** The hooks of the till: its sale, which a reload finds again, and the clock beside it. */
import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { useDesk } from '../desk.ts';
import { CounterCalls } from './counter-calls.ts';
import { KeptSale } from './kept-sale.ts';
import { Sale } from './sale.ts';

export function useSale(eventId: string): Sale {
  const desk = useDesk();
  const [, redraw] = useReducer((times: number, _: null) => times + 1, 0);
  const sale = useMemo(
    () => new Sale(new CounterCalls(desk, eventId), new KeptSale(eventId), () => redraw(null)),
    [desk, eventId],
  );
  useEffect(() => void sale.resume(), [sale]);
  return sale;
}

const secondMs = 1_000;

/** Seconds until then, counted down; null: there is no such time. `onEnd`: it has come. */
export function useSecondsUntil(endsAtMs: number | null, onEnd: () => void): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (endsAtMs === null) return;
    const tick = (): void => {
      setNow(Date.now());
      if (Date.now() < endsAtMs) return;
      clearInterval(timer);
      onEnd();
    };
    const timer = setInterval(tick, secondMs);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return endsAtMs === null ? null : Math.max(0, Math.ceil((endsAtMs - now) / secondMs));
}
