/**
 * Covers the map while nothing can be chosen: says that the seats are loading, that the buyer waits in the queue or needs
 * a pass, or why nothing is sold.
 */
import type { ComponentChild, ComponentChildren } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import type { Ticket } from '../answers.ts';
import type { ShopState } from '../shop.ts';
import { text } from '../texts.ts';
import { clockText, numberText } from '../words.ts';
import type { Actions, ViewProperties } from './actions.ts';

/** The stages in which the map is covered. */
const covered: ReadonlySet<ShopState['stage']> = new Set(['loading', 'waiting', 'pass', 'closed', 'failed']);

export function isCovered({ stage, ticket }: ShopState): boolean {
  return covered.has(stage) && (stage !== 'waiting' || ticket !== null);
}

type Words = readonly [title: string, text: string];
/** Made when it is shown: the page may speak another language by then. */
type Told = () => Words;

const passWords: Readonly<Record<string, Told>> = {
  PASS_USED: () => [text('passUsedTitle'), text('passUsedText')],
  PASS_EXPIRED: () => [text('passExpiredTitle'), text('passExpiredText')],
  PASS_INVALID: () => [text('passInvalidTitle'), text('passInvalidText')],
  PASSES_EXHAUSTED: () => [text('passesExhaustedTitle'), text('passesExhaustedText')],
};
const noPass: Told = () => [text('noPassTitle'), text('noPassText')];

const over: Told = () => [text('eventOverTitle'), text('eventOverText')];
const closedWords: Readonly<Record<string, Told>> = {
  BOOKING_CLOSED: () => [text('bookingClosedTitle'), text('bookingClosedText')],
  EVENT_ARCHIVED: over,
  EVENT_DELETED: over,
  QUEUE_FULL: () => [text('queueFullTitle'), text('queueFullText')],
  NOT_ENABLED: () => [text('notEnabledTitle'), text('notEnabledText')],
};
const notYet: Told = () => [text('notOpenedTitle'), text('notOpenedText')];
/** Trying again does not help. */
const noEventCode = 'ENTITY_NOT_FOUND';

/** Why nothing can be chosen, at the stages that do not end by themselves. */
function coverWords({ stage, code }: Pick<ShopState, 'stage' | 'code'>): Words {
  if (stage === 'pass') return (passWords[code] ?? noPass)();
  if (stage === 'closed') return (closedWords[code] ?? notYet)();
  if (code === noEventCode) return [text('noEventTitle'), text('noEventText')];
  return [text('notLoadedTitle'), text('notLoadedText')];
}

/** The same for the page that embeds this one. */
export function coverSentence(state: Pick<ShopState, 'stage' | 'code'>): string {
  const [title, why] = coverWords(state);
  return text('titleAndText', { title, text: why });
}

interface CoverProperties extends ViewProperties {
  /** By the server's time. */
  readonly secondsUntil: (instant: string) => number;
}

/** Nothing while the map can be used. */
export function Cover({ state, actions, secondsUntil }: CoverProperties): ComponentChild {
  const { stage, ticket, code, isOffline } = state;
  if (stage === 'loading') {
    const words = isOffline ? text('boxOfficeUnreachable') : text('loadingSeats');
    return (
      <CoverCard>
        <p class="cover__loading">{words}</p>
      </CoverCard>
    );
  }
  if (stage === 'waiting' && ticket !== null) {
    return <Queue ticket={ticket} isOffline={isOffline} rejoin={actions.rejoin} secondsUntil={secondsUntil} />;
  }
  if (stage === 'pass' || stage === 'closed') return <Sentence words={coverWords(state)} />;
  return stage === 'failed' ? <Failure code={code} reload={actions.reload} /> : null;
}

function CoverCard({ title, children }: { readonly title?: string; readonly children: ComponentChildren }) {
  return (
    <div class="cover">
      <section class="cover__card" aria-live="polite">
        {title !== undefined && (
          <h2 id="cover-title" tabIndex={-1}>
            {title}
          </h2>
        )}
        {children}
      </section>
    </div>
  );
}

function Sentence({ words: [title, why], children }: { readonly words: Words; readonly children?: ComponentChildren }) {
  return (
    <CoverCard title={title}>
      <p>{why}</p>
      {children}
    </CoverCard>
  );
}

function Failure({ code, reload }: Pick<ShopState, 'code'> & Pick<Actions, 'reload'>): ComponentChild {
  const words = coverWords({ stage: 'failed', code });
  if (code === noEventCode) return <Sentence words={words} />;
  return (
    <Sentence words={words}>
      <Button look="primary" onPress={reload}>
        {text('tryAgain')}
      </Button>
    </Sentence>
  );
}

interface QueueProperties extends Pick<CoverProperties, 'secondsUntil'>, Pick<Actions, 'rejoin'> {
  readonly ticket: Ticket;
  readonly isOffline: boolean;
}

function Queue({ ticket, isOffline, rejoin, secondsUntil }: QueueProperties): ComponentChild {
  const { state, position, ahead, estimatedSeconds, opensAt } = ticket;
  if (state === 'LAPSED') {
    return (
      <Sentence words={[text('turnPassedTitle'), text('turnPassedText')]}>
        <Button look="primary" onPress={rejoin}>
          {text('joinAgain')}
        </Button>
      </Sentence>
    );
  }
  if (state !== 'WAITING') return <Sentence words={[text('turnTitle'), text('turnText')]} />;
  const offline = isOffline && <p>{text('placeKeptOffline')}</p>;
  if (position === null) {
    return (
      <CoverCard title={text('earlyTitle')}>
        {/* It changes every second: a screen reader must not read each change. */}
        <p class="figure" role="timer" aria-live="off">
          <strong>{opensAt === null ? '…' : clockText(secondsUntil(opensAt))}</strong>
          <span>{text('untilOpening')}</span>
        </p>
        <p>{text('randomOrder')}</p>
        <p>{text('keepPageOpen')}</p>
        {offline}
      </CoverCard>
    );
  }
  const count = ahead ?? 0;
  return (
    <CoverCard title={text('inLineTitle')}>
      <p class="figure">
        <strong>{count === 0 ? text('nextInLine') : numberText(count)}</strong>
        {count > 0 && <span>{text('peopleAhead', { count })}</span>}
      </p>
      <p>{waitText(estimatedSeconds)}</p>
      <p>{text('comeInByItself')}</p>
      {offline}
    </CoverCard>
  );
}

/** Null: nobody comes in now. */
function waitText(seconds: number | null): string {
  if (seconds === null) return text('salePaused');
  if (seconds < 45) return text('waitUnderMinute');
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 90
    ? text('waitMinutes', { count: minutes })
    : text('waitHours', { count: Math.round(minutes / 60) });
}
