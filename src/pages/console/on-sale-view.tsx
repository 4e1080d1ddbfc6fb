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
import { amountOf, count, duration, instant, localTime } from './format.ts';
import { Problem, useReading } from './reading.tsx';
import type { Client } from './service.ts';
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

const modes: readonly { readonly mode: Mode; readonly label: string; readonly text: string }[] = [
  { mode: 'OPEN', label: 'Open', text: 'Everybody may begin to buy.' },
  {
    mode: 'QUEUE',
    label: 'Queue',
    text: 'Buyers wait in a queue and are let in at a rate. Those who come before the opening are drawn in random order.',
  },
  { mode: 'PASS', label: 'Pass', text: 'Buyers need a pass, which your own server signs.' },
];

export function OnSaleView({ eventId }: { readonly eventId: string }): ComponentChild {
  const { service, tell } = useDesk();
  const read = () => service.ask((client) => readAdmission(client, eventId));
  const admission = useReading('admission', read, { pauseMs: refreshMs });
  const save = async (changed: Settings): Promise<void> => {
    await admission.write(() => service.ask((client) => writeAdmission(client, eventId, changed)));
    tell('The admission is changed. It is in force now.');
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
    ['Opens', opensAt === null ? 'at once' : instant(opensAt)],
    ['Rate', rateWords(ratePerMinute)],
  ];
  if (queue !== null) {
    rows.push(['Waiting', count(queue.waiting)], ['Admitted', `${count(queue.admitted)}, not in yet`]);
    rows.push(['Let in', count(queue.claimed)], ['Lapsed', `${count(queue.lapsed)}, not used in time`]);
    rows.push(['Wait of the last in line', waitOf(queue.waiting, ratePerMinute)]);
    rows.push(['Draw', queue.seed === null ? 'not yet' : `${amountOf(queue.drawnTickets ?? 0, 'ticket')} drawn`]);
    rows.push(['Seed’s hash', <span class="code">{queue.seedHash}</span>]);
    if (queue.seed !== null) rows.push(['Seed', <span class="code">{queue.seed}</span>]);
  }
  return (
    <section class="card panel" aria-label="Queue">
      <div class="row spread">
        <h2>Now</h2>
        {stateBadge(properties.admission)}
      </div>
      {mode === 'QUEUE' ? (
        <>
          <Pairs rows={rows} />
          <PauseButton {...properties} />
        </>
      ) : (
        <p class="quiet-text">Buyers do not wait: there is no queue.</p>
      )}
    </section>
  );
}

function stateBadge({ mode, opensAt, ratePerMinute }: Admission): ComponentChild {
  if (mode === 'OPEN') return <Badge look="good">Open to all</Badge>;
  if (mode === 'PASS') return <Badge look="accent">With a pass</Badge>;
  if (opensAt !== null && Date.parse(opensAt) > Date.now()) return <Badge look="warn">Opens later</Badge>;
  return ratePerMinute === 0 ? <Badge look="bad">Paused</Badge> : <Badge look="good">Admitting</Badge>;
}

function rateWords(ratePerMinute: number | null): string {
  if (ratePerMinute === null) return 'no limit';
  return ratePerMinute === 0 ? 'paused' : `${count(ratePerMinute)} a minute`;
}

function waitOf(waiting: number, ratePerMinute: number | null): string {
  if (waiting === 0 || ratePerMinute === null) return 'none';
  return ratePerMinute === 0 ? 'unknown while paused' : `about ${duration((waiting * 60) / ratePerMinute)}`;
}

/** The rate of each event before this page paused it; null: no limit. A reload forgets them. */
const ratesBefore = new Map<string, number | null>();

function PauseButton({ eventId, admission: { queue: _, ...settings }, save }: Properties): ComponentChild {
  const { isBusy, failure, run } = useAction();
  const isPaused = settings.ratePerMinute === 0;
  const rateBefore = ratesBefore.get(eventId) ?? null;
  const resume = rateBefore === null ? 'Resume without a limit' : `Resume at ${count(rateBefore)} a minute`;
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
          {isPaused ? resume : 'Pause admission'}
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
  const text = (value: number | null): string => (value === null ? '' : String(value));
  return {
    mode,
    opensAt: opensAt === null ? '' : localTime(opensAt),
    rate: text(ratePerMinute),
    sessions: text(activeSessionsMax),
    claim: text(claimSeconds),
    perBuyer: text(maxSeatsPerBuyer),
  };
}

/** Throws a `RangeError` for the person when a number is out of bounds. */
function settingsOf({ mode, opensAt, rate, sessions, claim, perBuyer }: Draft): Settings {
  return {
    mode,
    opensAt: opensAt === '' ? null : new Date(opensAt).toISOString(),
    ratePerMinute: wholeNumber('The rate', rate, 0, rateMax),
    activeSessionsMax: wholeNumber('Live sessions', sessions, 1, sessionsMax),
    maxSeatsPerBuyer: wholeNumber('Tickets for one buyer', perBuyer, 1, seatsPerBuyerMax),
    claimSeconds: wholeNumber('Seconds to come in', claim, claimMin, claimMax) ?? 120,
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
      <h2>Admission</h2>
      <form class="form" noValidate onSubmit={submit}>
        <fieldset>
          <legend>Who may begin to buy</legend>
          <div class="choices">
            {modes.map(({ mode, label, text }) => (
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
                  <span class="second">{text}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {shown.mode === 'QUEUE' && <QueueFields draft={shown} onChange={change} />}
        {shown.mode === 'PASS' && (
          <NumberField
            label="Tickets for one buyer"
            hint="Held and bought in all orders, by the name in the pass. Empty: no limit."
            value={shown.perBuyer}
            onText={(perBuyer) => change({ perBuyer })}
          />
        )}
        <Failure of={failure} />
        <For least="MANAGER">
          <div class="row">
            <Button look="primary" isOff={isBusy}>
              Save
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
        label="Opens at"
        hint={`In your time zone, ${zone}. Empty: at once.`}
        type="datetime-local"
        step={1}
        value={draft.opensAt}
        onText={(opensAt) => onChange({ opensAt })}
      />
      <NumberField
        label="Admitted a minute"
        hint="0 pauses. Empty: no limit."
        value={draft.rate}
        onText={(rate) => onChange({ rate })}
      />
      <NumberField
        label="Live sessions at most"
        hint="With so many, nobody else is let in. Empty: no limit."
        value={draft.sessions}
        onText={(sessions) => onChange({ sessions })}
      />
      <NumberField
        label="Seconds to come in"
        hint="A ticket that is not used in this time lapses."
        value={draft.claim}
        onText={(claim) => onChange({ claim })}
      />
    </div>
  );
}
