/**
 * The custom element `<usher-map>`: owns the frame and gives the options, callbacks and methods of `options.ts` to a
 * shop's page. Works by attributes, by the property `options`, or by `mount`. Keeps no copy of the order: the service
 * has it, and the map in the frame shows it.
 */
import { type Channel, type Refusal, Refused } from './channel.ts';
import { formattedBy } from './formatted.ts';
import { Frame } from './frame.ts';
import { KeptTexts } from './kept-texts.ts';
import { type HoldRefusal, MapError } from './map-error.ts';
import type { BestWish, Callbacks, ChangeableOptions, MapMethods, MapOptions, Places, Sight } from './options.ts';
import type { FailedNews, HeightNews, Order } from './order.ts';
import type { AmountsToFormat, Hello, Keep, Named, Requests, SentOptions } from './protocol.ts';
import { sentOptions } from './sent-options.ts';

/** The values of options that are not given. */
export const defaults = { baseUrl: '', timeoutMs: 20_000, height: 600 };

const attributes: Readonly<Record<string, keyof MapOptions>> = {
  event: 'event',
  'public-key': 'publicKey',
  'base-url': 'baseUrl',
  mode: 'mode',
  session: 'session',
  locale: 'locale',
  'max-seats': 'maxSeats',
  'party-size': 'partySize',
};
const numbers: ReadonlySet<keyof MapOptions> = new Set(['maxSeats', 'partySize']);
/** A change of one of these loads the map again. */
const fixed = ['baseUrl', 'event', 'publicKey', 'mode', 'session', 'pass'] as const;

/** The news of the map, and the callback of each. */
export const callbackOf: Readonly<Record<string, keyof Callbacks>> = {
  ready: 'onReady',
  failed: 'onFailed',
  session: 'onSession',
  select: 'onSelect',
  deselect: 'onDeselect',
  hold: 'onHold',
  holdFailed: 'onHoldFailed',
  change: 'onChange',
  expired: 'onExpired',
  unavailable: 'onUnavailable',
  checkedOut: 'onCheckedOut',
  confirmed: 'onConfirmed',
  height: 'onHeight',
};

/** Outside of browsers there are no elements: a server may import this module, and draws nothing. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

export class UsherMapElement extends Base implements MapMethods {
  static readonly observedAttributes = Object.keys(attributes);
  #options: Partial<MapOptions> = {};
  /** Also one that has failed: it refuses calls with its reason. */
  #frame: Frame | null = null;
  #kept: KeptTexts | null = null;

  /** Attributes and options; options win. Setting them replaces all earlier options and loads the map again. */
  get options(): Partial<MapOptions> {
    return { ...this.#attributeOptions(), ...this.#options };
  }

  set options(options: Partial<MapOptions>) {
    this.#options = options;
    this.#restart({ code: 'RELOADED', message: 'The options were replaced.' });
  }

  connectedCallback(): void {
    addEventListener('pageshow', this.#shownAgain);
    // Frameworks set attributes and options of a new element in the same turn.
    queueMicrotask(() => this.#start());
  }

  /** Moved without leaving the document: the frame lives on. */
  connectedMoveCallback(): void {}

  disconnectedCallback(): void {
    removeEventListener('pageshow', this.#shownAgain);
    this.#stop({ code: 'REMOVED', message: 'The map was taken out of the page.' });
  }

  attributeChangedCallback(attribute: string, before: string | null, after: string | null): void {
    const name = attributes[attribute];
    if (before === after || name === undefined || name in this.#options) return;
    if (this.#frame === null) queueMicrotask(() => this.#start());
    else void this.#apply([name]).catch(() => {});
  }

  select(places: Places | readonly number[]): Promise<Order> {
    return this.#ask('select', placesOf(places));
  }

  deselect(places: Places | readonly number[]): Promise<Order> {
    return this.#ask('deselect', placesOf(places));
  }

  clear(): Promise<Order> {
    return this.#ask('clear', undefined);
  }

  bestAvailable(wish: BestWish = {}): Promise<Order> {
    return this.#ask('bestAvailable', wish);
  }

  checkout(): Promise<Order> {
    return this.#ask('checkout', undefined);
  }

  startOver(): Promise<Order> {
    return this.#ask('startOver', undefined);
  }

  async zoomTo(sight: Sight): Promise<void> {
    await this.#ask('zoomTo', sight);
  }

  async changeOptions(options: Partial<MapOptions>): Promise<void> {
    const before = this.options;
    this.#options = { ...this.#options, ...options };
    const changed = Object.keys(options) as (keyof MapOptions)[];
    await this.#apply(changed.filter((name) => options[name] !== before[name]));
  }

  destroy(): void {
    this.#stop({ code: 'DESTROYED', message: 'The map was destroyed.' });
    this.remove();
  }

  async #apply(changed: readonly (keyof MapOptions)[]): Promise<void> {
    if (changed.some((name) => (fixed as readonly string[]).includes(name))) {
      return this.#restart({ code: 'RELOADED', message: 'The map is loaded again for its new options.' });
    }
    if (this.#frame === null || changed.every((name) => name.startsWith('on'))) return;
    this.#fit(this.#frame);
    await this.#ask('changeOptions', await this.#sent());
  }

  async #ask<Type extends keyof Requests>(type: Type, body: Requests[Type]): Promise<Order> {
    try {
      if (this.#frame === null) throw new Refused({ code: 'REMOVED', message: 'The map is in no page.' });
      return this.#formatted(await this.#frame.request(type, body)) as Order;
    } catch (error) {
      if (error instanceof Refused) throw new MapError(error.refusal as HoldRefusal);
      throw error;
    }
  }

  #restart(reason: Refusal): void {
    this.#stop(reason);
    this.#start();
  }

  #stop(reason: Refusal): void {
    this.#frame?.close(reason);
    this.#frame = null;
  }

  #start(): void {
    const { event, publicKey, session = 'continue', timeoutMs = defaults.timeoutMs } = this.options;
    const isEmpty = Object.keys(this.options).length === 0;
    if (!this.isConnected || this.#frame !== null || isEmpty) return;
    const baseUrl = this.options.baseUrl ?? defaults.baseUrl;
    const address = mapAddress(baseUrl, event, publicKey, this.#locale);
    if (typeof address === 'string') {
      this.#failed({ code: 'WRONG_OPTIONS', message: address });
      return;
    }
    this.#kept = new KeptTexts(event as string, session === 'continue');
    const frame = new Frame({
      address,
      baseUrl,
      timeoutMs,
      hello: () => this.#hello(),
      prepare: (channel) => this.#prepare(channel),
      onFailed: (news) => this.#failed(news),
    });
    this.#frame = frame;
    frame.element.title = 'Seat map';
    frame.element.style.cssText = 'display:block;width:100%;border:0';
    frame.element.style.height = `${defaults.height}px`;
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
    this.#fit(frame);
    this.append(frame.element);
  }

  #fit({ element }: Frame): void {
    const { theme, height } = this.options;
    const { colorScheme = 'auto' } = theme ?? {};
    element.style.colorScheme = colorScheme === 'auto' ? '' : colorScheme;
    if (height === 'fill') element.style.height = '100%';
  }

  /** The language of the page around the map, unless the shop has named one: texts of two languages beside each other confuse. */
  get #locale(): string | undefined {
    return this.options.locale ?? this.closest<HTMLElement>('[lang]')?.lang;
  }

  #sent(): Promise<SentOptions> {
    return sentOptions({ ...this.options, locale: this.#locale } as ChangeableOptions);
  }

  async #hello(): Promise<Hello> {
    const { mode = 'sell', session = 'continue', pass } = this.options;
    const isGiven = session !== 'continue' && session !== 'start';
    return {
      ...(await this.#sent()),
      mode,
      ...(isGiven ? { session } : {}),
      ...(typeof pass === 'string' ? { pass } : {}),
      kept: mode === 'sell' ? (this.#kept?.all ?? {}) : {},
    };
  }

  #prepare(channel: Channel): void {
    for (const type of Object.keys(callbackOf)) channel.hear(type, (news) => this.#emit(type, this.#formatted(news)));
    channel.hear('keep', (body) => {
      const { name, text } = body as Keep;
      this.#kept?.write(name, text);
    });
    // A screen reader names the frame.
    channel.hear('named', (body) => {
      if (this.#frame !== null) this.#frame.element.title = (body as Named).title;
    });
    channel.answer('kept', (name) => this.#kept?.read(String(name)) ?? null);
    channel.answer('pass', async (code) => {
      const { pass } = this.options;
      return typeof pass === 'function' ? await pass(String(code)) : null;
    });
    channel.answer('format', (amounts) => {
      const { formatAmount } = this.options;
      return (amounts as AmountsToFormat).map(([amount, currency]) => formatAmount?.(amount, currency) ?? '');
    });
  }

  #formatted(news: unknown): unknown {
    const { formatAmount } = this.options;
    return formatAmount === undefined ? news : formattedBy(formatAmount, news);
  }

  /** Without anybody who listens a failure must not stay silent. */
  #failed(news: FailedNews): void {
    if (this.options.onFailed === undefined) reportError(new MapError(news));
    this.#emit('failed', news);
  }

  #emit(type: string, news: unknown): void {
    if (type === 'height' && this.#frame !== null && this.options.height !== 'fill') {
      this.#frame.element.style.height = `${(news as HeightNews).height}px`;
    }
    const callback = callbackOf[type];
    try {
      if (callback !== undefined) (this.options[callback] as ((news: unknown) => void) | undefined)?.(news);
    } catch (error) {
      reportError(error);
    }
    const name = type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    this.dispatchEvent(new CustomEvent(`usher-${name}`, { detail: news }));
  }

  /** Out of the browser's back/forward cache: time has passed. */
  #shownAgain = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void this.#ask('refresh', undefined).catch(() => {});
  };

  #attributeOptions(): Partial<MapOptions> {
    const given = Object.entries(attributes).flatMap(([attribute, name]) => {
      const text = this.getAttribute(attribute);
      return text === null ? [] : [[name, numbers.has(name) ? Number(text) : text]];
    });
    return Object.fromEntries(given);
  }
}

/** A text says what is wrong. */
function mapAddress(baseUrl: string, event?: string, publicKey?: string, locale?: string): URL | string {
  if (!URL.canParse(baseUrl))
    return 'baseUrl is missing: the address of the service, such as https://tickets.example.com';
  if (!event || !publicKey)
    return 'event and publicKey are both needed: the id of the event, the key of its organization.';
  const address = new URL('map/', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  // The map begins to load its language before it is told the options.
  const lang = locale ? { lang: locale } : {};
  address.search = String(new URLSearchParams({ event, key: publicKey, embedded: '1', ...lang }));
  return address;
}

function placesOf(places: Places | readonly number[]): Places {
  return 'length' in places ? { seats: places } : places;
}
