/**
 * A person's hand at a page, with the mouse or with the keyboard alone: both do the same, by the names that the page shows. A name is
 * found in the dialog that is open, otherwise in the page; a control that is off is waited for. Knows of the pages' own code no more than what their maps are called.
 */
import type { ElementHandle, KeyInput, Page } from 'puppeteer-core';
import { eventually } from './eventually.ts';

/** Finds what can be operated and has this name, or else one that begins with it or contains it. `within`: the name of a group. */
const found = `(name, within) => {
  const clean = (words) => (words ?? '').replace(/\\s+/g, ' ').trim();
  const wordsOf = (group) => group.getAttribute('aria-label') ?? document.getElementById(group.getAttribute('aria-labelledby'))?.innerText;
  const root = within === null
    ? (document.querySelector('dialog:modal') ?? document)
    : [...document.querySelectorAll('section')].find((group) => clean(wordsOf(group)) === within);
  const all = [...(root?.querySelectorAll('a[href], button, input, select, summary, [role=application]') ?? [])]
    .filter((one) => one.checkVisibility() && one.getAttribute('aria-disabled') !== 'true')
    .map((one) => [one, clean(one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText)]);
  const like = (test) => all.find(([, words]) => test(words))?.[0];
  return like((words) => words === name) ?? like((words) => words.startsWith(name)) ?? like((words) => words.includes(name)) ?? null;
}`;
const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))';
const tip = `document.querySelector('.map-tip')?.innerText ?? ''`;

/** Of the page; the tests know no types of documents. */
declare const document: { readonly activeElement: PageElement | null; readonly body: PageElement };
declare function getComputedStyle(one: unknown): Readonly<Record<'outlineStyle' | 'outlineWidth', string>>;

interface PageElement {
  compareDocumentPosition(other: unknown): number;
}

/** Runs in the page: where an element is from the one with the focus. */
function wayFromFocus(one: unknown): 'here' | 'lost' | 'back' | 'on' {
  const preceding = 2;
  const at = document.activeElement;
  if (at === one) return 'here';
  if (at === null || at === document.body) return 'lost';
  return (at.compareDocumentPosition(one) & preceding) === 0 ? 'on' : 'back';
}

/** Runs in the page. */
function isOutlined(one: unknown): boolean {
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
}

export abstract class Hand {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The same kind of hand at another page. */
  abstract at(page: Page): Hand;
  /** Presses a button, a link, a radio button or what unfolds something. */
  abstract press(name: string, within?: string): Promise<void>;
  /** Chooses an option of a list. */
  abstract choose(name: string, option: string): Promise<void>;
  /** Presses a seat of the map, by the words that the map has for it. */
  abstract pick(seat: string): Promise<void>;
  /** Goes to the beginning of a field. */
  protected abstract enter(field: ElementHandle): Promise<void>;

  /** Replaces what is in a field. */
  async write(name: string, text: string, within: string | null = null): Promise<void> {
    await this.enter(await this.find(name, within));
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press('a');
    await this.page.keyboard.up('Control');
    await this.page.keyboard.type(text);
  }

  /** Types a date and a time into a field for them, part by part. */
  async writeTime(name: string, date: string, time: string): Promise<void> {
    await this.enter(await this.find(name));
    await this.page.keyboard.type(date);
    await this.page.keyboard.press('ArrowRight');
    await this.page.keyboard.type(time);
  }

  /** Resolves when the page shows this text. */
  async see(wanted: string): Promise<void> {
    await eventually(async () => {
      expect(await this.page.evaluate('document.body.innerText')).toContain(wanted);
      return true;
    });
  }

  protected find(name: string, within: string | null = null): Promise<ElementHandle> {
    return eventually(async () => {
      const handle = await this.page.evaluateHandle(`(${found})(${JSON.stringify(name)}, ${JSON.stringify(within)})`);
      const element = handle.asElement() as ElementHandle | null;
      if (element === null)
        throw new Error(`there is no '${name}' in: ${await this.page.evaluate('document.body.innerText')}`);
      return element;
    });
  }

  /** What the map says of the place that was reached, once it is drawn. */
  protected async place(): Promise<string> {
    await this.page.evaluate(drawn);
    return (await this.page.evaluate(tip)) as string;
  }
}

/** CSS pixels between two places that the mouse tries. */
const step = 9;

export class MouseHand extends Hand {
  at(page: Page): Hand {
    return new MouseHand(page);
  }

  async press(name: string, within?: string): Promise<void> {
    await (await this.find(name, within)).click();
  }

  async choose(name: string, option: string): Promise<void> {
    const list = await this.find(name);
    const value = await list.evaluate((one, wanted) => {
      const options = Reflect.get(one, 'options') as Iterable<{ readonly text: string; readonly value: string }>;
      return [...options].find(({ text }) => text === wanted)?.value ?? '';
    }, option);
    await list.select(value);
  }

  /** The seats that the tests pick stand behind each other in the middle of the hall. */
  async pick(seat: string): Promise<void> {
    const map = await this.page.waitForSelector('.map-surface');
    await map?.scrollIntoView();
    await eventually(async () => {
      const box = await map?.boundingBox();
      if (!box) return false;
      const x = box.x + box.width / 2;
      for (let y = box.y + step; y < box.y + box.height; y += step) {
        await this.page.mouse.move(x, y);
        if (!(await this.place()).includes(seat)) continue;
        await this.page.mouse.click(x, y);
        return true;
      }
      return false;
    });
  }

  /** The left end is where the first part of a date is. */
  protected enter(field: ElementHandle): Promise<void> {
    return field.click({ offset: { x: 14, y: 14 } });
  }
}

/** More presses of the Tab key than any page needs. */
const tabsMax = 120;
/** More steps than any hall of the tests has seats. */
const stepsMax = 200;

export class KeyboardHand extends Hand {
  /** Nothing has the focus on a page that was just opened. */
  #isNew = true;

  at(page: Page): Hand {
    return new KeyboardHand(page);
  }

  async press(name: string, within?: string): Promise<void> {
    const target = await this.find(name, within);
    if ((await target.evaluate((one) => Reflect.get(one, 'type'))) === 'radio') return this.#check(target);
    await this.#reach(target);
    await this.page.keyboard.press('Enter');
  }

  async choose(name: string, option: string): Promise<void> {
    const list = await this.find(name);
    await this.#reach(list);
    await this.#key('Home');
    const chosen = () =>
      list.evaluate((one) => (Reflect.get(one, 'selectedOptions') as readonly { readonly text: string }[])[0]?.text);
    for (let before: unknown; (await chosen()) !== option; await this.#key('ArrowDown')) {
      if (before === (await chosen())) throw new Error(`the list '${name}' does not have '${option}'`);
      before = await chosen();
    }
  }

  /** Along one row and back along the next, then on to the next section. */
  async pick(seat: string): Promise<void> {
    const map = (await this.page.waitForSelector('.map-surface')) as ElementHandle;
    await this.#reach(map);
    // A map that is still read has no seats.
    await eventually(async () => (await this.#go('PageDown')) !== '');
    let along: KeyInput = 'ArrowRight';
    for (let steps = 0; !(await this.place()).includes(seat); steps++) {
      if (steps > stepsMax) throw new Error(`the keyboard does not reach '${seat}'`);
      const before = await this.place();
      if ((await this.#go(along)) !== before) continue;
      along = along === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
      if ((await this.#go('ArrowDown')) === before) await this.#go('PageDown');
    }
    await this.page.keyboard.press('Enter');
  }

  protected enter(field: ElementHandle): Promise<void> {
    return this.#reach(field);
  }

  /** The arrows go from one radio button of a group to the next; the Tab key only reaches the chosen one. */
  async #check(target: ElementHandle): Promise<void> {
    const isChecked = () => target.evaluate((one) => Reflect.get(one, 'checked') === true);
    const group = await target.evaluate((one) => one.getAttribute('name'));
    await this.#reach((await this.page.waitForSelector(`input[name="${group}"]:checked`)) as ElementHandle);
    for (let presses = 0; !(await isChecked()); presses++) {
      if (presses > 20) throw new Error('the arrows do not reach the radio button');
      await this.#key('ArrowDown');
    }
  }

  /** What the map says after this key. */
  async #go(key: KeyInput): Promise<string> {
    await this.page.keyboard.press(key);
    return this.place();
  }

  async #key(key: KeyInput): Promise<void> {
    await this.page.keyboard.press(key);
    await this.page.evaluate(drawn);
  }

  /** With the Tab key from where the focus is. It must be somewhere, and must be seen where it arrives. */
  async #reach(target: ElementHandle): Promise<void> {
    for (let tabs = 0; tabs < tabsMax; tabs++) {
      const way = await target.evaluate(wayFromFocus);
      if (way === 'here') return this.#expectSeen(target);
      if (way === 'lost' && !this.#isNew) throw new Error(`the focus is nowhere before ${await wordsFor(target)}`);
      this.#isNew = false;
      if (way === 'back') await this.page.keyboard.down('Shift');
      await this.page.keyboard.press('Tab');
      if (way === 'back') await this.page.keyboard.up('Shift');
    }
    throw new Error(`the Tab key does not reach ${await wordsFor(target)}`);
  }

  async #expectSeen(target: ElementHandle): Promise<void> {
    const isSeen = await target.evaluate(isOutlined);
    if (!isSeen) throw new Error(`nobody sees that the focus is on ${await wordsFor(target)}`);
  }
}

const wordsFor = (target: ElementHandle): Promise<string> =>
  target.evaluate((one) => String(Reflect.get(one, 'outerHTML')).slice(0, 200));
