/** How many places at which price: the left side of the till. Shows what a press takes, with its key; calls nothing. */
import type { ComponentChild, ComponentChildren } from 'preact';
import { Button, PlainButton } from '../../shared/components/button.tsx';
import { NumberField, SelectField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { EmptyText, Named } from '../../shared/components/words.tsx';
import { count as number } from '../format.ts';
import type { SeatBoard } from '../seat-board.ts';
import { text as words } from '../texts.ts';
import { text } from './texts.ts';
import type { Offer } from './wares.ts';

/** Seats of one price with the number of each ticket type. */
export interface Tally {
  readonly priceId: number;
  readonly counts: ReadonlyMap<string, number>;
}

interface Properties {
  readonly count: string;
  readonly onCount: (count: string) => void;
  readonly section: number | null;
  readonly onSection: (section: number | null) => void;
  readonly board: SeatBoard | null;
  readonly offers: readonly Offer[];
  readonly tally: Tally | null;
  readonly onOffer: (offer: Offer) => void;
  /** Takes what was counted; null: forgets it. */
  readonly onTally: (tally: Tally | null) => void;
  readonly isBusy: boolean;
  readonly children: ComponentChildren;
}

const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;

export function ChoicePanel(properties: Properties): ComponentChild {
  const { count, onCount, section, onSection, board, offers, tally, onTally, children } = properties;
  return (
    <Card title={text('whatToSell')} class="till-choice">
      <fieldset>
        <legend>{text('howMany')}</legend>
        <div class="count-pad">
          {numbers.map((one) => (
            <Button key={one} aria-pressed={one === count} onPress={() => onCount(one)}>
              {one}
            </Button>
          ))}
          <NumberField label={text('otherNumber')} value={count} onText={onCount} />
        </div>
      </fieldset>
      <Sections board={board} section={section} onSection={onSection} />
      <fieldset>
        <legend>{text('atWhatPrice')}</legend>
        <Offers {...properties} />
        {offers.length === 0 && <EmptyText>{board === null ? words('reading') : text('nothingToSell')}</EmptyText>}
      </fieldset>
      {tally !== null && <TallyBar tally={tally} onTally={onTally} />}
      {children}
    </Card>
  );
}

function Offers({ offers, tally, onOffer, isBusy }: Properties): ComponentChild {
  return (
    <div class="offers">
      {offers.map((offer) => {
        const { key, letter, name, cost, free } = offer;
        const counted = countedOf(offer, tally);
        return (
          <PlainButton key={key} class="offer" isOff={isBusy} onPress={() => onOffer(offer)}>
            <span class="key" aria-hidden="true">
              {letter}
            </span>
            <span class="two-lines">
              <Named as="strong" text={name} />
              <span class="second">{text('freeNow', { count: free })}</span>
            </span>
            <span class="cost">
              {cost}
              {counted > 0 && <strong>{` × ${number(counted)}`}</strong>}
            </span>
          </PlainButton>
        );
      })}
    </div>
  );
}

function countedOf({ priceId, ticketType, area }: Offer, tally: Tally | null): number {
  if (tally === null || area !== null || ticketType === null || tally.priceId !== priceId) return 0;
  return tally.counts.get(ticketType) ?? 0;
}

function TallyBar({ tally, onTally }: Pick<Properties, 'onTally'> & { readonly tally: Tally }): ComponentChild {
  const count = [...tally.counts.values()].reduce((sum, one) => sum + one, 0);
  return (
    <div class="row">
      <Button id="till-choose" look="primary" onPress={() => onTally(tally)}>
        {text('chooseBest', { count })}
      </Button>
      <Button look="quiet" onPress={() => onTally(null)}>
        {words('clear')}
      </Button>
    </div>
  );
}

/** Nothing in a hall with one section of seats. */
function Sections({ board, section, onSection }: Pick<Properties, 'board' | 'section' | 'onSection'>): ComponentChild {
  const seated = board?.plan.sectors.filter(({ isArea }) => !isArea) ?? [];
  if (seated.length < 2) return null;
  const options = [
    { value: '', label: text('anySection') },
    ...seated.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <SelectField
      label={text('section')}
      options={options}
      value={section === null ? '' : String(section)}
      onChoose={(value) => onSection(value === '' ? null : Number(value))}
    />
  );
}
