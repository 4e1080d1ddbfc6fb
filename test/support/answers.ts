/** Reads the parts of answers that tests compare. */
import type { Answer } from './service.ts';

interface FieldError {
  readonly field: string;
  readonly code: string;
}

/** `field code` of every field error, in order. */
export function errorsOf({ body }: Answer): string[] {
  return body.errors.map(({ field, code }: FieldError) => `${field} ${code}`);
}

interface Seat {
  readonly id: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

interface Row {
  readonly name: string;
  readonly seats: readonly Seat[];
}

/** The members of the answered layout that tests read. */
export interface LayoutBody {
  readonly sections: readonly { readonly id: number; readonly name: string; readonly rows: readonly Row[] }[];
  readonly areas: readonly { readonly id: number }[];
}
