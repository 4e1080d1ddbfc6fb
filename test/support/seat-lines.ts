/** Lines of seats for the commands that assign prices, written as objects. */
import { type SeatLines, SeatLinesBuilder } from '#domain/pricing/seat-lines.ts';

type Line = { readonly objectId: number; readonly properties?: string } & (
  | { readonly assignmentId: number }
  | { readonly price: number }
);

export function seatLines(lines: readonly Line[]): SeatLines {
  const builder = new SeatLinesBuilder(lines.length);
  for (const line of lines) {
    builder.add(line.objectId, 'price' in line ? line.price : line.assignmentId, line.properties ?? null);
  }
  return builder.lines();
}
