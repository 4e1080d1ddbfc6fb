/** Thread entry: the bytes of legacy price assignments become columns, or field errors. */
import type { InvalidBody } from '#domain/command.ts';
import { type AmountLines, checkAmounts } from '#domain/pricing/check-amounts.ts';
import { liftProperties } from '#domain/properties.ts';
import { parseBody } from './json-body.ts';

/** Never throws: an error would lose its class between threads. */
export default function parseAmounts(bytes: Uint8Array): AmountLines | InvalidBody {
  return parseBody<AmountLines>(
    bytes,
    (body) => {
      const check = checkAmounts(body);
      return check.ok ? check.lines : check.errors;
    },
    liftProperties,
  );
}
