/**
 * Prices painted on the map: seats are selected one by one, by row, by section, with a box or a free line, and get the price
 * that is pressed. What was painted last can be taken back. Areas get theirs in a table.
 */
import type { ComponentChild } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { Button } from '../../shared/components/button.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { EmptyText } from '../../shared/components/words.tsx';
import type { Target } from '../../shared/renderer.ts';
import { seriesVariable, shareSeries } from '../../shared/theme.ts';
import { type Desk, useDesk } from '../desk.ts';
import { Failure } from '../failure.tsx';
import { For } from '../for.tsx';
import { count } from '../format.ts';
import { LineLayer } from '../line-layer.tsx';
import { Problem, useReading } from '../reading.tsx';
import { type Assignments, readAssignments } from '../seat-board.ts';
import { readEventPlan, seatPlace } from '../seat-places.ts';
import type { Service } from '../service.ts';
import { text as words } from '../texts.ts';
import { useMap } from '../use-map.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';
import { AreaPrices } from './area-prices.tsx';
import { type PricedSeat, paint } from './painting.ts';
import { type Brush, type PaintedPrice, PriceMap, pricesShownMax } from './price-map.ts';
import { readPrices } from './prices.ts';
import { text } from './texts.ts';

type Tool = Brush | 'box' | 'lasso';
type Price = components['schemas']['Price'];

const tools: readonly { readonly tool: Tool; readonly label: string }[] = [
  { tool: 'seat', label: text('toolSeat') },
  { tool: 'row', label: text('toolRow') },
  { tool: 'section', label: text('toolSection') },
  { tool: 'box', label: text('toolBox') },
  { tool: 'lasso', label: text('toolLasso') },
];

// The buttons of the prices have the colours of their seats.
shareSeries();

/** What the last painting can be taken back with. */
interface Painted {
  readonly before: readonly PricedSeat[];
  readonly after: readonly PricedSeat[];
}

export function PaintingView({ eventId }: { readonly eventId: string }): ComponentChild {
  const desk = useDesk();
  const surface = useRef<HTMLDivElement>(null);
  const [tool, setTool] = useState<Tool>('section');
  const [tip, setTip] = useState('');
  const tell = (target: Target | null): void =>
    setTip(map === null || target === null || !('seat' in target) ? '' : titleOf(map, target.seat));
  const map: PriceMap | null = useMap(PriceMap, surface, {
    onPick: (target) => {
      if (tool === 'box' || tool === 'lasso') return;
      if (target.kind === 'section') map?.pressSection(target.sector);
      else if ('seat' in target) map?.press(target.seat, tool);
    },
    onHover: tell,
    onFocus: tell,
    picksFromAfar: () => tool === 'section',
  });
  const layout = useReading('layout', map && (() => loadInto(map, desk, eventId)));
  const loaded = layout.value === null ? null : map;
  const prices = useReading('prices', loaded && (() => readInto(loaded, desk.service, eventId)));
  const painting = usePainting(eventId, map, prices.now);
  return (
    <div class="stack">
      <Problem of={layout} />
      <Problem of={prices} />
      <section class="card map-card" aria-label={text('pricesOnMap')}>
        <Tools tool={tool} onTool={setTool} map={map} painting={painting} />
        <div class="map-frame">
          <div ref={surface} class="map-surface" role="application" aria-label={text('paintInstructions')} />
          {(tool === 'box' || tool === 'lasso') && (
            <LineLayer form={tool} onLine={(line, isAdded) => map?.selectInside(line, isAdded)} />
          )}
          {tip !== '' && <div class="map-tip">{tip}</div>}
          {map !== null && <ZoomButtons map={map} />}
        </div>
        {map !== null && prices.value !== null && (
          <Palette map={map} prices={prices.value.prices} painting={painting} />
        )}
        <Failure of={painting.failure} />
      </section>
      {prices.value !== null && <AreaPrices eventId={eventId} {...prices.value} onChange={prices.now} />}
    </div>
  );
}

interface Painting {
  readonly isBusy: boolean;
  readonly failure: unknown;
  /** Gives the selected seats a price; null: none. */
  paintWith(price: PaintedPrice | null): void;
  /** Takes the last painting back; null: there is none. */
  readonly undo: (() => void) | null;
}

/** `onPainted`: the seats have to be read again, also when only a part of them was painted. */
function usePainting(eventId: string, map: PriceMap | null, onPainted: () => void): Painting {
  const { service, tell } = useDesk();
  const [last, setLast] = useState<Painted | null>(null);
  const { isBusy, failure, run } = useAction();
  const put = (wanted: readonly PricedSeat[], before: readonly PricedSeat[], undo: Painted | null): void => {
    void run(async () => {
      await paint(service, eventId, wanted, before).finally(onPainted);
      tell(text('seatsPainted', { count: wanted.length }));
      setLast(undo);
      map?.clear();
    });
  };
  return {
    isBusy,
    failure,
    paintWith: (price) => {
      if (map === null || map.selected.size === 0) return;
      const before = [...map.selected].map((seat) => ({
        id: map.plan?.ids[seat] ?? 0,
        priceId: map.priceAt(seat)?.id ?? null,
      }));
      const after = before.map(({ id }) => ({ id, priceId: price?.id ?? null }));
      put(after, before, { before, after });
    },
    undo: last === null ? null : () => put(last.before, last.after, null),
  };
}

interface ToolsProperties {
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly map: PriceMap | null;
  readonly painting: Painting;
}

function Tools({ tool, onTool, map, painting }: ToolsProperties): ComponentChild {
  return (
    <div class="card-head">
      <fieldset class="row" aria-label={text('whatPressSelects')}>
        {tools.map(({ tool: one, label }) => (
          <Button key={one} aria-pressed={one === tool} onPress={() => onTool(one)}>
            {label}
          </Button>
        ))}
      </fieldset>
      <div class="row">
        <Button look="quiet" onPress={() => map?.selectWithoutPrice()}>
          {text('selectUnpriced')}
        </Button>
        <Button isOff={painting.undo === null || painting.isBusy} onPress={() => painting.undo?.()}>
          {text('undo')}
        </Button>
      </div>
    </div>
  );
}

function titleOf(map: PriceMap, seat: number): string {
  if (map.plan === null) return '';
  return text('seatAtPrice', {
    place: seatPlace(map.plan, seat),
    price: map.priceAt(seat)?.name ?? text('withoutPrice'),
  });
}

interface Shown {
  readonly prices: readonly Price[];
  readonly assignments: Assignments;
}

async function loadInto(map: PriceMap, desk: Desk, eventId: string): Promise<true> {
  await map.load(await readEventPlan(desk, eventId));
  return true;
}

/** The map has looks for so many prices. */
async function readInto(map: PriceMap, service: Service, eventId: string): Promise<Shown> {
  const all = await readPrices(service, eventId);
  const prices = all.slice(0, pricesShownMax);
  const assignments = await service.ask((client) => readAssignments(client, eventId));
  map.take(prices, assignments);
  return { prices, assignments };
}

interface PaletteProperties {
  readonly map: PriceMap;
  readonly prices: readonly Price[];
  readonly painting: Painting;
}

/** The prices as colours with their seats. A press paints what is selected. */
function Palette({ map, prices, painting }: PaletteProperties): ComponentChild {
  const { isBusy, paintWith } = painting;
  const counts = map.counts();
  const { size } = map.selected;
  if (prices.length === 0) return <EmptyText>{text('makePriceFirst')}</EmptyText>;
  return (
    <div class="selection">
      <strong>{size === 0 ? text('selectThenPress') : text('selectedPaint', { count: size })}</strong>
      <For least="MANAGER">
        <div class="row">
          {prices.map(({ id, name }, at) => (
            <Button key={id} isOff={isBusy || size === 0} onPress={() => paintWith({ id, name })}>
              <span
                class="swatch"
                ref={(element) => element?.style.setProperty('background', `var(${seriesVariable(at)})`)}
              />
              {` ${name} `}
              <span class="quiet-text">{count(counts[at] ?? 0)}</span>
            </Button>
          ))}
          <Button isOff={isBusy || size === 0} onPress={() => paintWith(null)}>
            {`${text('noPrice')} `}
            <span class="quiet-text">{count(counts.at(-1) ?? 0)}</span>
          </Button>
          <Button look="quiet" isOff={size === 0} onPress={() => map.clear()}>
            {words('clear')}
          </Button>
        </div>
      </For>
    </div>
  );
}
