/** Converts the seat and area ids of a random history into composite keys of the legacy interface, and back. */
import type { Answer } from './service.ts';

export const legacyVerbs = { 'lock-seats': 'lock', 'sell-locks': 'sale', 'unlock-seats': 'unlock' } as const;

const keyOf = (id: number): string => (id > 9000 ? `${id}` : `Stalls;;${Math.floor(id / 100)};;${id % 100}`);
export const legacyLines = (seats: readonly number[], places: readonly (readonly [number, number])[]) => [
  ...seats.map((id) => ({ compositeKey: keyOf(id), capacity: null })),
  ...places.map(([id, capacity]) => ({ compositeKey: keyOf(id), capacity })),
];

/** The failed lines of an answer, in the model's notation. */
export function failedOf(answer: Answer, isAreaAlone = false): string {
  if (answer.status >= 300) return answer.body.errorCode;
  const failed = answer.body.map(({ compositeKey, capacity }: { compositeKey: string; capacity: number | null }) => {
    const [, row, seat] = compositeKey.split(';;');
    if (seat !== undefined) return Number(row) * 100 + Number(seat);
    return isAreaAlone ? Number(compositeKey) : [Number(compositeKey), capacity];
  });
  return `failed ${JSON.stringify(failed)}`;
}
