/** The tools above the map of painting, and the paints below it with the number of their seats. */
import type { ComponentChild } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { EmptyText } from '../../shared/components/words.tsx';
import { seriesVariable, shareSeries } from '../../shared/theme.ts';
import { For } from '../for.tsx';
import { count } from '../format.ts';
import { text as words } from '../texts.ts';
import type { Brush, PaintedMap } from './painted-map.ts';
import type { Paint, PaintKind } from './painting.ts';
import { text } from './texts.ts';
import type { Painting } from './use-painting.ts';

export type Tool = Brush | 'box' | 'lasso';

const tools: readonly { readonly tool: Tool; readonly label: string }[] = [
  { tool: 'seat', label: text('toolSeat') },
  { tool: 'row', label: text('toolRow') },
  { tool: 'section', label: text('toolSection') },
  { tool: 'box', label: text('toolBox') },
  { tool: 'lasso', label: text('toolLasso') },
];

const kinds: readonly { readonly kind: PaintKind; readonly label: string }[] = [
  { kind: 'prices', label: words('viewPrices') },
  { kind: 'allotments', label: words('viewAllotments') },
];

/** The words that differ between the kinds. */
export const wordsOf = {
  prices: {
    onMap: text('pricesOnMap'),
    selectBare: text('selectUnpriced'),
    without: text('withoutPrice'),
    none: text('noPrice'),
    selectThenPress: text('selectThenPress'),
    makeFirst: text('makePriceFirst'),
  },
  allotments: {
    onMap: text('allotmentsOnMap'),
    selectBare: text('selectUnallotted'),
    without: text('withoutAllotment'),
    none: text('noAllotment'),
    selectThenPress: text('selectThenAllot'),
    makeFirst: text('makeAllotmentFirst'),
  },
} as const;

// The buttons of the paints have the colours of their seats.
shareSeries();

interface ToolsProperties {
  readonly kind: PaintKind;
  readonly onKind: (kind: PaintKind) => void;
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly map: PaintedMap | null;
  readonly painting: Painting;
}

export function Tools({ kind, onKind, tool, onTool, map, painting }: ToolsProperties): ComponentChild {
  return (
    <div class="card-head">
      <fieldset class="segments" aria-label={text('whatIsPainted')}>
        {kinds.map(({ kind: one, label }) => (
          <Button key={one} isOff={painting.isBusy} aria-pressed={one === kind} onPress={() => onKind(one)}>
            {label}
          </Button>
        ))}
      </fieldset>
      <fieldset class="row" aria-label={text('whatPressSelects')}>
        {tools.map(({ tool: one, label }) => (
          <Button key={one} aria-pressed={one === tool} onPress={() => onTool(one)}>
            {label}
          </Button>
        ))}
      </fieldset>
      <div class="row">
        <Button look="quiet" onPress={() => map?.selectWithoutPaint()}>
          {wordsOf[kind].selectBare}
        </Button>
        <For least="MANAGER">
          <Button isOff={painting.undo === null || painting.isBusy} onPress={() => painting.undo?.()}>
            {text('undo')}
          </Button>
        </For>
      </div>
    </div>
  );
}

interface PaletteProperties {
  readonly kind: PaintKind;
  readonly map: PaintedMap;
  readonly paints: readonly Paint[];
  readonly painting: Painting;
}

/** The paints as colours with their seats. A press paints what is selected. */
export function Palette({ kind, map, paints, painting }: PaletteProperties): ComponentChild {
  const { isBusy, paintWith } = painting;
  const { selectThenPress, none, makeFirst } = wordsOf[kind];
  const counts = map.counts();
  const { size } = map.selected;
  if (paints.length === 0) return <EmptyText>{makeFirst}</EmptyText>;
  return (
    <div class="selection">
      <strong>{size === 0 ? selectThenPress : text('selectedPaint', { count: size })}</strong>
      <For least="MANAGER">
        <div class="row">
          {paints.map(({ id, name, colour }, at) => (
            <Button key={id} isOff={isBusy || size === 0} onPress={() => paintWith({ id, name, colour })}>
              <span
                class="swatch"
                ref={(element) => element?.style.setProperty('background', colour ?? `var(${seriesVariable(at)})`)}
              />
              <bdi>{name}</bdi> <span class="quiet-text">{count(counts[at] ?? 0)}</span>
            </Button>
          ))}
          <Button isOff={isBusy || size === 0} onPress={() => paintWith(null)}>
            {`${none} `}
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
