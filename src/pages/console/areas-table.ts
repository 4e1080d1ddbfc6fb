/** The general-admission areas of an event as a table, with buttons that block and unblock places. */
import { ask } from './dialog.ts';
import { button, type Child, element } from './element.ts';
import { field, numberInput, wholeNumber } from './fields.ts';
import { amountOf, count } from './format.ts';
import type { Desk } from './page.ts';
import type { AreaEntry } from './seat-board.ts';
import { table } from './table.ts';

const columns = [
  { label: 'Area' },
  { label: 'Price' },
  { label: 'Left', isNumber: true },
  { label: 'Held', isNumber: true },
  { label: 'Sold', isNumber: true },
  { label: 'Blocked', isNumber: true },
  { label: 'Change' },
] as const;

/** Null: the event has no areas. */
export function areasTable(desk: Desk, eventId: string, areas: readonly AreaEntry[], onDone: () => void): Child {
  if (areas.length === 0) return null;
  const rows = areas.map((area): Child[] => {
    const { name, priceName, activeCount, held, locked, sold, blocked } = area;
    const change = (action: 'block' | 'unblock', most: number): HTMLButtonElement => {
      const label = action === 'block' ? 'Block…' : 'Unblock…';
      const made = button(label, () => blockPlaces(desk, eventId, area, action, onDone), 'quiet', {
        'aria-label': `${label} places of ${name}`,
      });
      made.disabled = most === 0;
      return made;
    };
    const actions = element('span', { class: 'row' }, change('block', activeCount), change('unblock', blocked));
    return [name, priceName ?? '–', count(activeCount), count(held + locked), count(sold), count(blocked), actions];
  });
  const head = element('div', { class: 'map-tools' }, element('h2', {}, 'General admission'));
  return element('section', { class: 'card' }, head, table('General-admission areas', columns, rows));
}

function blockPlaces(
  { service, tell }: Desk,
  eventId: string,
  { id, name, activeCount, blocked }: AreaEntry,
  action: 'block' | 'unblock',
  onDone: () => void,
): void {
  const most = action === 'block' ? activeCount : blocked;
  const places = numberInput(null, 1, most);
  const word = action === 'block' ? 'Block' : 'Unblock';
  ask({
    title: `${word} places of ${name}`,
    content: [field('Places', places, `At most ${count(most)}.`)],
    action: word,
    onAction: async () => {
      const capacity = wholeNumber('Places', places);
      if (capacity === null) throw new RangeError('Enter the number of places.');
      const body = { seats: [], groupOfSeats: [{ id, capacity }] };
      const options = { params: { query: { eventId } }, body };
      const isDone = await service.ask((client) =>
        action === 'block'
          ? client.POST('/api/private/v2.0/booking/block', options)
          : client.POST('/api/private/v2.0/booking/unblock', options),
      );
      onDone();
      if (isDone !== true)
        throw new Error(
          'The area has just changed and has too few such places now. Nothing was done; please try again.',
        );
      tell(`${amountOf(capacity, 'place')} of ${name} ${action}ed.`);
    },
  });
}
