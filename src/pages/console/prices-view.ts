/**
 * The prices of one event: lists, makes and renames them. The amount is read from the name, so the service's warnings
 * about an amount that was probably not meant stay on the page until the price is renamed.
 */
import type { components } from '../../client/index.ts';
import { ask } from './dialog.ts';
import { button, type Child, element, fill, refill } from './element.ts';
import { field, textInput } from './fields.ts';
import { problemBox } from './notices.ts';
import type { Desk, View } from './page.ts';
import type { Client } from './service.ts';
import { emptyText, pager, table } from './table.ts';

type Price = components['schemas']['Price'];
type WrittenPrice = components['schemas']['WrittenPrice'];

const path = '/api/private/v2.0/event/{eventId}/prices/';
const size = 50;
const nameHint = 'Begins with the amount, with a point before the cents: 45.00 EUR.';
const columns = [{ label: 'Name' }, { label: 'External id' }, { label: 'Change' }] as const;

export function pricesView(desk: Desk, eventId: string): View {
  let page = 0;
  let isClosed = false;
  const list = element('div', {}, emptyText('Reading the prices…'));
  /** By the id of the price. */
  const warnings = new Map<number, readonly string[]>();
  const show = async (): Promise<void> => {
    try {
      const prices = await desk.service.ask((client) => listPrices(client, eventId, page));
      if (isClosed) return;
      const rows = prices.content.map((price) => rowOf(price, warnings.get(price.id) ?? [], () => rename(price)));
      const turn = (to: number): void => {
        page = to;
        void show();
      };
      const shown = rows.length === 0 ? emptyText('The event has no prices.') : table('Prices', columns, rows);
      refill(list, shown, pager({ ...prices, noun: 'prices' }, turn));
    } catch (error) {
      fill(
        list,
        problemBox(error, () => void show()),
      );
    }
  };
  const written = ([price]: readonly WrittenPrice[], done: string): void => {
    if (price === undefined) return;
    warnings.set(price.id, price.warnings ?? []);
    desk.tell(`${price.name} ${done}.`);
    void show();
  };
  const rename = (price: Price): void =>
    askForPrice(`Rename ${price.name}`, 'Rename', price, async ({ name, externalId }) => {
      const body = [{ id: price.id, name, externalId }];
      written(await desk.service.ask((client) => client.PUT(path, { params: { path: { eventId } }, body })), 'renamed');
    });
  const make = (): void =>
    askForPrice('New price', 'Make price', null, async ({ name, externalId }) => {
      const body = [{ name, externalId }];
      written(await desk.service.ask((client) => client.POST(path, { params: { path: { eventId } }, body })), 'made');
    });
  void show();
  const head = element('div', { class: 'map-tools' }, element('h2', {}, 'Prices'), button('New price…', make));
  const content = element('div', { class: 'live-page' }, element('section', { class: 'card' }, head, list));
  return {
    content,
    close: () => {
      isClosed = true;
    },
  };
}

function listPrices(client: Client, eventId: string, page: number) {
  return client.GET(path, { params: { path: { eventId }, query: { page, size, sort: ['id,asc'] } } });
}

function rowOf({ name, externalId }: Price, warnings: readonly string[], onRename: () => void): Child[] {
  const lines = warnings.map((warning) => element('span', { class: 'warning-text', role: 'status' }, warning));
  const rename = button('Rename…', onRename, 'quiet', { 'aria-label': `Rename ${name}…` });
  return [element('span', { class: 'two-lines' }, element('span', {}, name), ...lines), externalId ?? '–', rename];
}

interface Entered {
  readonly name: string;
  readonly externalId: string | null;
}

function askForPrice(
  title: string,
  action: string,
  price: Price | null,
  onEntered: (entered: Entered) => Promise<void>,
): void {
  const name = textInput(price?.name ?? '', { autocomplete: 'off', maxlength: '255' });
  const externalId = textInput(price?.externalId ?? '', { autocomplete: 'off', maxlength: '255' });
  ask({
    title,
    content: [field('Name', name, nameHint), field('External id', externalId, 'Its id in your own system, if any.')],
    action,
    onAction: () => {
      const entered = name.value.trim();
      if (entered === '') return Promise.reject(new RangeError('Enter a name.'));
      return onEntered({ name: entered, externalId: externalId.value.trim() || null });
    },
  });
}
