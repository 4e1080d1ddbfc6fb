/**
 * The on-sale of one event: the settings of its admission as a form, and its queue as it is now. Reads again every few
 * seconds, but never changes a form that the person is filling in.
 */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { NumberField, TextField } from '../shared/components/fields.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { Badge, type Pair, Pairs } from '../shared/components/words.tsx';
import { useDesk } from './desk.ts';
import { Failure } from './failure.tsx';
import { For } from './for.tsx';
import { count, duration, instant, localTime } from './format.ts';
import { Problem, useReading } from './reading.tsx';
import { text } from './sale-texts.ts';
import type { Client } from './service.ts';
import { text as words } from './texts.ts';
import { wholeNumber } from './whole-number.ts';

type Admission = NonNullable<Awaited<ReturnType<typeof readAdmission>>['data']>;
type Settings = Omit<Admission, 'queue'>;
type Mode = Admission['mode'];

interface Properties {
  readonly eventId: string;
  readonly admission: Admission;
  readonly save: (changed: Settings) => Promise<void>;
}

const refreshMs = 3_000;
const rateMax = 1_000_000;
const sessionsMax = 10_000_000;
const seatsPerBuyerMax = 1_000_000;
const claimMin = 10;
const claimMax = 86_400;

const modes: readonly { readonly mode: Mode; readonly label: string; readonly means: string }[] = [
  { mode: 'OPEN', label: text('modeOpen'), means: text('modeOpenText') },
  { mode: 'QUEUE', label: words('queue'), means: text('modeQueueText') },
  { mode: 'PASS', label: text('modePass'), means: text('modePassText') },
];

interface ViewProperties {
  readonly eventId: string;
  readonly onSaved: () => void;
}

export function OnSaleView({ eventId, onSaved }: ViewProperties): ComponentChild {
  const { service, tell } = useDesk();
  const read = () => service.ask((client) => readAdmission(client, eventId));
  const admission = useReading('admission', read, { pauseMs: refreshMs });
  const save = async (changed: Settings): Promise<void> => {
    await admission.write(() => service.ask((client) => writeAdmission(client, eventId, changed)));
    tell(text('admissionChanged'));
    onSaved();
  };
  const properties = admission.value && { eventId, admission: admission.value, save };
  return (
    <>
      <Problem of={admission} />
      {properties && (
        <div class="panels">
          <SettingsPanel {...properties} />
          <QueuePanel {...properties} />
        </div>
      )}
    </>
  );
}

function readAdmission(client: Client, id: string) {
  return client.GET('/api/private/v2.0/events/{id}/admission', { params: { path: { id } } });
}

function writeAdmission(client: Client, id: string, body: Settings) {
  return client.PUT('/api/private/v2.0/events/{id}/admission', { params: { path: { id } }, body });
}

function QueuePanel(properties: Properties): ComponentChild {
  const { mode, queue, ratePerMinute, opensAt } = properties.admission;
  const rows: Pair[] = [
    [text('opens'), opensAt === null ? text('atOnce') : instant(opensAt)],
    [text('rate'), rateWords(ratePerMinute)],
  ];
  if (queue !== null) {
    rows.push([words('waiting'), count(queue.waiting)]);
    rows.push([words('admitted'), text('notInYet', { count: queue.admitted })]);
    rows.push([words('letIn'), count(queue.claimed)], [text('lapsed'), text('notUsedInTime', { count: queue.lapsed })]);
    rows.push([text('waitOfLast'), waitOf(queue.waiting, ratePerMinute)]);
    rows.push([text('draw'), drawText(queue)]);
    rows.push([text('seedHash'), <span class="code">{queue.seedHash}</span>]);
    if (queue.seed !== null) rows.push([text('seed'), <span class="code">{queue.seed}</span>]);
  }
  return (
    <section class="card panel" aria-label={words('queue')}>
      <div class="row spread">
        <h2>{text('now')}</h2>
        {stateBadge(properties.admission)}
      </div>
      {mode === 'QUEUE' ? (
        <>
          <Pairs rows={rows} />
          <PauseButton {...properties} />
        </>
      ) : (
        <p class="quiet-text">{text('noQueue')}</p>
      )}
    </section>
  );
}

function drawText({ seed, drawnTickets }: NonNullable<Admission['queue']>): string {
  return seed === null ? text('notDrawnYet') : text('ticketsDrawn', { count: drawnTickets ?? 0 });
}

function stateBadge({ mode, opensAt, ratePerMinute }: Admission): ComponentChild {
  if (mode === 'OPEN') return <Badge look="good">{text('openToAll')}</Badge>;
  if (mode === 'PASS') return <Badge look="accent">{text('withPass')}</Badge>;
  if (opensAt !== null && Date.parse(opensAt) > Date.now()) return <Badge look="warn">{text('opensLater')}</Badge>;
  return ratePerMinute === 0 ? (
    <Badge look="bad">{text('paused')}</Badge>
  ) : (
    <Badge look="good">{text('admitting')}</Badge>
  );
}

function rateWords(ratePerMinute: number | null): string {
  if (ratePerMinute === null) return text('rateUnlimited');
  return ratePerMinute === 0 ? text('ratePaused') : text('perMinute', { count: ratePerMinute });
}

function waitOf(waiting: number, ratePerMinute: number | null): string {
  if (waiting === 0 || ratePerMinute === null) return text('noWait');
  return ratePerMinute === 0
    ? text('waitUnknown')
    : text('aboutTime', { time: duration((waiting * 60) / ratePerMinute) });
}

/** The rate of each event before this page paused it; null: no limit. A reload forgets them. */
const ratesBefore = new Map<string, number | null>();

function PauseButton({ eventId, admission: { queue: _, ...settings }, save }: Properties): ComponentChild {
  const { isBusy, failure, run } = useAction();
  const isPaused = settings.ratePerMinute === 0;
  const rateBefore = ratesBefore.get(eventId) ?? null;
  const resume = rateBefore === null ? text('resumeUnlimited') : text('resumeAt', { count: rateBefore });
  const press = (): void => {
    void run(async () => {
      if (!isPaused) ratesBefore.set(eventId, settings.ratePerMinute);
      await save({ ...settings, ratePerMinute: isPaused ? rateBefore : 0 });
    });
  };
  return (
    <For least="MANAGER">
      <div class="row">
        <Button look={isPaused ? 'primary' : 'danger'} isOff={isBusy} onPress={press}>
          {isPaused ? resume : text('pauseAdmission')}
        </Button>
      </div>
      <Failure of={failure} />
    </For>
  );
}

/** The settings as text of fields. */
interface Draft {
  readonly mode: Mode;
  readonly opensAt: string;
  readonly rate: string;
  readonly sessions: string;
  readonly claim: string;
  readonly perBuyer: string;
}

function draftOf({ mode, opensAt, ratePerMinute, activeSessionsMax, claimSeconds, maxSeatsPerBuyer }: Settings): Draft {
  const entered = (value: number | null): string => (value === null ? '' : String(value));
  return {
    mode,
    opensAt: opensAt === null ? '' : localTime(opensAt),
    rate: entered(ratePerMinute),
    sessions: entered(activeSessionsMax),
    claim: entered(claimSeconds),
    perBuyer: entered(maxSeatsPerBuyer),
  };
}

/** Throws a `RangeError` for the person when a number is out of bounds. */
function settingsOf({ mode, opensAt, rate, sessions, claim, perBuyer }: Draft): Settings {
  return {
    mode,
    opensAt: opensAt === '' ? null : new Date(opensAt).toISOString(),
    ratePerMinute: wholeNumber(text('theRate'), rate, 0, rateMax),
    activeSessionsMax: wholeNumber(words('liveSessions'), sessions, 1, sessionsMax),
    maxSeatsPerBuyer: wholeNumber(text('ticketsForOneBuyer'), perBuyer, 1, seatsPerBuyerMax),
    claimSeconds: wholeNumber(text('secondsToComeIn'), claim, claimMin, claimMax) ?? 120,
  };
}

function SettingsPanel({ admission, save }: Properties): ComponentChild {
  const { isBusy, failure, run } = useAction();
  /** Null until a field is changed: so long the form shows the settings as they are now. */
  const [draft, setDraft] = useState<Draft | null>(null);
  const shown = draft ?? draftOf(admission);
  const change = (changed: Partial<Draft>): void => setDraft({ ...shown, ...changed });
  const submit = (event: Event): void => {
    event.preventDefault();
    void run(async () => {
      await save(settingsOf(shown));
      setDraft(null);
    });
  };
  return (
    <section class="card panel">
      <h2>{text('admission')}</h2>
      <form class="form" noValidate onSubmit={submit}>
        <fieldset>
          <legend>{text('whoMayBuy')}</legend>
          <div class="choices">
            {modes.map(({ mode, label, means }) => (
              <label key={mode} class="choice">
                <input
                  type="radio"
                  name="mode"
                  value={mode}
                  checked={mode === shown.mode}
                  onChange={() => change({ mode })}
                />
                <span class="two-lines">
                  <strong>{label}</strong>
                  <span class="second">{means}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {shown.mode === 'QUEUE' && <QueueFields draft={shown} onChange={change} />}
        {shown.mode === 'PASS' && (
          <NumberField
            label={text('ticketsForOneBuyer')}
            hint={text('perBuyerHint')}
            value={shown.perBuyer}
            onText={(perBuyer) => change({ perBuyer })}
          />
        )}
        <Failure of={failure} />
        <For least="MANAGER">
          <div class="row">
            <Button look="primary" isOff={isBusy}>
              {words('save')}
            </Button>
          </div>
        </For>
      </form>
    </section>
  );
}

interface QueueFieldsProperties {
  readonly draft: Draft;
  readonly onChange: (changed: Partial<Draft>) => void;
}

function QueueFields({ draft, onChange }: QueueFieldsProperties): ComponentChild {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div class="pair">
      <TextField
        label={words('opensAt')}
        hint={text('opensAtHint', { zone })}
        type="datetime-local"
        step={1}
        value={draft.opensAt}
        onText={(opensAt) => onChange({ opensAt })}
      />
      <NumberField
        label={text('admittedAMinute')}
        hint={text('admittedHint')}
        value={draft.rate}
        onText={(rate) => onChange({ rate })}
      />
      <NumberField
        label={text('liveSessionsMost')}
        hint={text('liveSessionsHint')}
        value={draft.sessions}
        onText={(sessions) => onChange({ sessions })}
      />
      <NumberField
        label={text('secondsToComeIn')}
        hint={text('secondsHint')}
        value={draft.claim}
        onText={(claim) => onChange({ claim })}
      />
    </div>
  );
}
