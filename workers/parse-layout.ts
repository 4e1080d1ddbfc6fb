/** Thread entry: the bytes of a layout become columns, or field errors. */
import type { InvalidBody } from '#domain/command.ts';
import { checkLayout } from '#domain/layout/check-layout.ts';
import type { Layout } from '#domain/layout/layout.ts';
import { parseBody } from './json-body.ts';

/** Never throws: an error would lose its class between threads. */
export default function parseLayout(bytes: Uint8Array): Layout | InvalidBody {
  return parseBody<Layout>(bytes, (body) => {
    const check = checkLayout(body);
    return check.ok ? check.layout : check.errors;
  });
}
