/**
 * The on-sale of one event: the settings of its admission as a form, and its queue as it is now. Reads again every few
 * seconds, but never changes a form that the person is filling in.
 */
import { button, type Child, element, fill, listening, refill } from './element.ts';
import { field, numberInput, wholeNumber } from './fields.ts';
import { amountOf, count, duration, instant } from './format.ts';
import { acting, complaintLine, problemBox } from './notices.ts';
import type { Desk, View } from './page.ts';
import { pairs } from './pairs.ts';
import { Poller } from './poller.ts';
import type { Client } from './service.ts';
import { badge } from './table.ts';

type Admission = NonNullable<Awaited<ReturnType<typeof readAdmission>>['data']>;
type Settings = Omit<Admission, 'queue'>;
type Mode = Admission['mode'];

const refreshMs = 3_000;
const rateMax = 1_000_000;
const sessionsMax = 10_000_000;
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

export function onSaleView(desk: Desk, eventId: string): View {
  const queue = element('section', { class: 'card panel', 'aria-label': 'Queue' });
  const trouble = element('div', {});
  const pause: Pause = { eventId, complaint: complaintLine(), save: (changed) => save(changed) };
  const settings = settingsPanel((changed) => save(changed));
  /** Grows when a save begins and when it ends: a read from before may be out of date. */
  let version = 0;
  const show = (admission: Admission): void => {
    fill(trouble);
    refill(queue, ...queueOf(admission, pause));
    settings.show(admission);
  };
  const save = async (changed: Settings): Promise<void> => {
    version++;
    try {
      show(await desk.service.ask((client) => writeAdmission(client, eventId, changed)));
    } finally {
      version++;
    }
    desk.tell('The admission is changed. It is in force now.');
  };
  const poller = new Poller(
    async () => {
      const asked = version;
      const admission = await desk.service.ask((client) => readAdmission(client, eventId));
      if (asked === version) show(admission);
    },
    refreshMs,
    (error) =>
      fill(
        trouble,
        problemBox(error, () => poller.now()),
      ),
  );
  const panels = element('div', { class: 'panels' }, settings.content, queue);
  const content = element('div', { class: 'live-page' }, trouble, panels);
  return { content, close: () => poller.close() };
}

function readAdmission(client: Client, id: string) {
  return client.GET('/api/private/v2.0/events/{id}/admission', { params: { path: { id } } });
}

function writeAdmission(client: Client, id: string, body: Settings) {
  return client.PUT('/api/private/v2.0/events/{id}/admission', { params: { path: { id } }, body });
}

function queueOf(admission: Admission, pause: Pause): Child[] {
  const { mode, queue, ratePerMinute, opensAt } = admission;
  const isPaused = ratePerMinute === 0;
  const state = stateOf(admission);
  const heading = element('div', { class: 'row spread' }, element('h2', {}, 'Now'), state);
  if (mode !== 'QUEUE')
    return [heading, element('p', { class: 'quiet-text' }, 'Buyers do not wait: there is no queue.')];
  const rows: (readonly [string, Child])[] = [
    ['Opens', opensAt === null ? 'at once' : instant(opensAt)],
    ['Rate', ratePerMinute === null ? 'no limit' : isPaused ? 'paused' : `${count(ratePerMinute)} a minute`],
  ];
  if (queue !== null) {
    rows.push(['Waiting', count(queue.waiting)], ['Admitted', `${count(queue.admitted)}, not in yet`]);
    rows.push(['Let in', count(queue.claimed)], ['Lapsed', `${count(queue.lapsed)}, not used in time`]);
    rows.push(['Wait of the last in line', waitOf(queue.waiting, ratePerMinute)]);
    rows.push(['Draw', queue.seed === null ? 'not yet' : `${amountOf(queue.drawnTickets ?? 0, 'ticket')} drawn`]);
    rows.push(['Seed’s hash', element('span', { class: 'code' }, queue.seedHash)]);
    if (queue.seed !== null) rows.push(['Seed', element('span', { class: 'code' }, queue.seed)]);
  }
  return [heading, pairs(rows), pauseButton(admission, pause), pause.complaint];
}

function stateOf({ mode, opensAt, ratePerMinute }: Admission): HTMLElement {
  if (mode === 'OPEN') return badge('Open to all', 'good');
  if (mode === 'PASS') return badge('With a pass', 'accent');
  if (opensAt !== null && Date.parse(opensAt) > Date.now()) return badge('Opens later', 'warn');
  return ratePerMinute === 0 ? badge('Paused', 'bad') : badge('Admitting', 'good');
}

function waitOf(waiting: number, ratePerMinute: number | null): string {
  if (waiting === 0 || ratePerMinute === null) return 'none';
  return ratePerMinute === 0 ? 'unknown while paused' : `about ${duration((waiting * 60) / ratePerMinute)}`;
}

/** The parts of the pause button that stay when it is drawn again. */
interface Pause {
  readonly eventId: string;
  readonly complaint: HTMLElement;
  readonly save: (changed: Settings) => Promise<void>;
}

/** The rate of each event before this page paused it; null: no limit. A reload forgets them. */
const ratesBefore = new Map<string, number | null>();

function pauseButton({ queue: _, ...settings }: Admission, { eventId, complaint, save }: Pause): HTMLElement {
  const isPaused = settings.ratePerMinute === 0;
  const rateBefore = ratesBefore.get(eventId) ?? null;
  const resume = rateBefore === null ? 'Resume without a limit' : `Resume at ${count(rateBefore)} a minute`;
  const pressed = button(
    isPaused ? resume : 'Pause admission',
    () => {
      void acting(pressed, complaint, async () => {
        if (!isPaused) ratesBefore.set(eventId, settings.ratePerMinute);
        await save({ ...settings, ratePerMinute: isPaused ? rateBefore : 0 });
      });
    },
    isPaused ? 'primary' : 'danger',
  );
  return element('div', { class: 'row' }, pressed);
}

interface SettingsPanel {
  readonly content: HTMLElement;
  /** Shows these settings, unless the person is filling in the form. */
  show(admission: Admission): void;
}

/**
 * The panel with the form. An old form would undo a change that was made elsewhere, such as a pause, when it is saved.
 */
function settingsPanel(save: (changed: Settings) => Promise<void>): SettingsPanel {
  const content = element('section', { class: 'card panel' });
  let shown = '';
  let isTouched = false;
  const submit = async (changed: Settings): Promise<void> => {
    await save(changed);
    isTouched = false;
  };
  listening(content, {
    input: () => {
      isTouched = true;
    },
  });
  const show = ({ queue: _, ...settings }: Admission): void => {
    const next = JSON.stringify(settings);
    const isInField = document.activeElement instanceof HTMLInputElement && content.contains(document.activeElement);
    if (next === shown || isTouched || isInField) return;
    shown = next;
    refill(content, element('h2', {}, 'Admission'), formOf(settings, submit));
  };
  return { content, show };
}

function formOf(admission: Settings, save: (changed: Settings) => Promise<void>): HTMLElement {
  const choices = modeChoices(admission.mode, (mode) => {
    details.hidden = mode === 'OPEN';
    queueOnly.hidden = mode !== 'QUEUE';
  });
  const opensAt = element('input', { type: 'datetime-local', step: 1 });
  opensAt.value = admission.opensAt === null ? '' : localTime(admission.opensAt);
  const rate = numberInput(admission.ratePerMinute, 0, rateMax);
  const sessions = numberInput(admission.activeSessionsMax, 1, sessionsMax);
  const claim = numberInput(admission.claimSeconds, claimMin, claimMax);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const queueOnly = element(
    'div',
    { class: 'form' },
    element(
      'div',
      { class: 'pair' },
      field('Opens at', opensAt, `In your time zone, ${zone}. Empty: at once.`),
      field('Admitted a minute', rate, '0 pauses. Empty: no limit.'),
    ),
    element(
      'div',
      { class: 'pair' },
      field('Live sessions at most', sessions, 'With so many, nobody else is let in. Empty: no limit.'),
      field('Seconds to come in', claim, 'A ticket that is not used in this time lapses.'),
    ),
  );
  const details = element('div', { class: 'form' }, queueOnly);
  details.hidden = admission.mode === 'OPEN';
  queueOnly.hidden = admission.mode !== 'QUEUE';
  const complaint = complaintLine();
  const submit = element('button', { type: 'submit', class: 'button primary' }, 'Save');
  const form = element(
    'form',
    { class: 'form', novalidate: true },
    choices,
    details,
    complaint,
    element('div', { class: 'row' }, submit),
  );
  return listening(form, {
    submit: (event) => {
      event.preventDefault();
      void acting(submit, complaint, () =>
        save({
          mode: chosenMode(choices),
          opensAt: opensAt.value === '' ? null : new Date(opensAt.value).toISOString(),
          ratePerMinute: wholeNumber('The rate', rate),
          activeSessionsMax: wholeNumber('Live sessions', sessions),
          claimSeconds: wholeNumber('Seconds to come in', claim) ?? 120,
        }),
      );
    },
  });
}

function modeChoices(chosen: Mode, onChange: (mode: Mode) => void): HTMLElement {
  const choices = modes.map(({ mode, label, text }) => {
    const input = element('input', { type: 'radio', name: 'mode', value: mode, checked: mode === chosen });
    listening(input, { change: () => onChange(mode) });
    const words = element(
      'span',
      { class: 'two-lines' },
      element('strong', {}, label),
      element('span', { class: 'second' }, text),
    );
    return element('label', { class: 'choice' }, input, words);
  });
  const legend = element('legend', {}, 'Who may begin to buy');
  return element('fieldset', {}, legend, element('div', { class: 'choices' }, ...choices));
}

function chosenMode(choices: HTMLElement): Mode {
  return (choices.querySelector<HTMLInputElement>('input:checked')?.value ?? 'OPEN') as Mode;
}

/** The instant as an input of type `datetime-local` wants it. */
function localTime(value: string): string {
  const at = new Date(value);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
