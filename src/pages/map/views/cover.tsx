/**
 * Covers the map while nothing can be chosen: says that the seats are loading, that the buyer waits in the queue or needs
 * a pass, or why nothing is sold.
 */
import type { ComponentChild, ComponentChildren } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import type { Ticket } from '../answers.ts';
import type { ShopState } from '../shop.ts';
import { clockText, durationText, numberText } from '../words.ts';
import type { Actions, ViewProperties } from './actions.ts';

/** The stages in which the map is covered. */
const covered: ReadonlySet<ShopState['stage']> = new Set(['loading', 'waiting', 'pass', 'closed', 'failed']);

export function isCovered({ stage, ticket }: ShopState): boolean {
  return covered.has(stage) && (stage !== 'waiting' || ticket !== null);
}

type Words = readonly [title: string, text: string];

const passWords: Readonly<Record<string, Words>> = {
  PASS_USED: [
    'This invitation has been used',
    'An order was opened with it already. Continue in the window where you began.',
  ],
  PASS_EXPIRED: ['Your invitation has expired', 'Please ask the organizer for a new one.'],
  PASS_INVALID: ['This invitation is not valid here', 'Please use the link that the organizer sent you.'],
  PASSES_EXHAUSTED: ['No more invitations are accepted', 'Please ask the organizer how you can still get tickets.'],
};
const noPass: Words = [
  'You need an invitation',
  'This sale is open to invited guests. Please come through the organizer’s own page.',
];

const over: Words = ['This event is over', 'Tickets are no longer sold.'];
const closedWords: Readonly<Record<string, Words>> = {
  BOOKING_CLOSED: ['The sale has ended', 'The event has begun. No tickets are sold any more.'],
  EVENT_ARCHIVED: over,
  EVENT_DELETED: over,
  QUEUE_FULL: ['The line is full', 'So many people are in line that nobody else can join it.'],
  NOT_ENABLED: ['No online sale', 'The organizer does not sell tickets online at the moment.'],
};
const noEvent: Words = ['There is no such event', 'The link is incomplete or old. Please check it with the organizer.'];
const notLoaded: Words = ['The seats could not be loaded', 'Perhaps the connection is interrupted.'];
const notYet: Words = ['Not on sale yet', 'The organizer has not opened this sale. Please come back later.'];

/** Why nothing can be chosen, at the stages that do not end by themselves. */
export function coverWords({ stage, code }: Pick<ShopState, 'stage' | 'code'>): Words {
  if (stage === 'pass') return passWords[code] ?? noPass;
  if (stage === 'closed') return closedWords[code] ?? notYet;
  return code === 'ENTITY_NOT_FOUND' ? noEvent : notLoaded;
}

interface CoverProperties extends ViewProperties {
  /** By the server's time. */
  readonly secondsUntil: (instant: string) => number;
}

/** Nothing while the map can be used. */
export function Cover({ state, actions, secondsUntil }: CoverProperties): ComponentChild {
  const { stage, ticket, code, isOffline } = state;
  if (stage === 'loading') {
    const words = isOffline ? 'The box office cannot be reached. We keep trying …' : 'Loading the seats …';
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

function Sentence({
  words: [title, text],
  children,
}: {
  readonly words: Words;
  readonly children?: ComponentChildren;
}) {
  return (
    <CoverCard title={title}>
      <p>{text}</p>
      {children}
    </CoverCard>
  );
}

function Failure({ code, reload }: Pick<ShopState, 'code'> & Pick<Actions, 'reload'>): ComponentChild {
  const words = coverWords({ stage: 'failed', code });
  if (words === noEvent) return <Sentence words={words} />;
  return (
    <Sentence words={words}>
      <Button look="primary" onPress={reload}>
        Try again
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
    const text = 'Your place in line was not used in time. You can join the line again at its end.';
    return (
      <Sentence words={['Your turn has passed', text]}>
        <Button look="primary" onPress={rejoin}>
          Join again
        </Button>
      </Sentence>
    );
  }
  if (state !== 'WAITING') return <Sentence words={['It is your turn', 'One moment, the seats are coming …']} />;
  const offline = isOffline && <p>The connection is interrupted. Your place is kept.</p>;
  if (position === null) {
    return (
      <CoverCard title="You are early">
        {/* It changes every second: a screen reader must not read each change. */}
        <p class="figure" role="timer" aria-live="off">
          <strong>{opensAt === null ? '…' : clockText(secondsUntil(opensAt))}</strong>
          <span>until the sale opens</span>
        </p>
        <p>Everybody who is here by then is put in random order. It makes no difference who came first.</p>
        <p>Keep this page open. A reload keeps your place.</p>
        {offline}
      </CoverCard>
    );
  }
  const count = ahead ?? 0;
  return (
    <CoverCard title="You are in line">
      <p class="figure">
        <strong>{count === 0 ? 'You are next.' : numberText(count)}</strong>
        {count > 0 && <span>{count === 1 ? 'person ahead of you' : 'people ahead of you'}</span>}
      </p>
      <p>
        {estimatedSeconds === null ? 'The sale is paused for a moment.' : `It takes ${durationText(estimatedSeconds)}.`}
      </p>
      <p>Keep this page open. You come in automatically when it is your turn. A reload keeps your place.</p>
      {offline}
    </CoverCard>
  );
}
