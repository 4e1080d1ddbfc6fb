/** The words beside the pointer on the map. Hidden from screen readers, which get the same words as announcements. */
import type { TargetWords } from './target-words.ts';

const gap = 16;

export class Tooltip {
  readonly #host: HTMLElement;
  readonly #box = document.createElement('div');
  #shown = '';

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#box.className = 'tooltip';
    this.#box.setAttribute('aria-hidden', 'true');
    this.#box.hidden = true;
    host.append(this.#box);
  }

  /** Shows the words beside this point of the host; null hides the tooltip. */
  show(words: TargetWords | null, x: number, y: number): void {
    this.#box.hidden = words === null;
    if (words === null) return;
    const text = [words.title, ...words.lines].join('\n');
    if (text !== this.#shown) this.#write(words);
    this.#shown = text;
    const { offsetWidth, offsetHeight } = this.#box;
    const isRight = x + gap + offsetWidth < this.#host.clientWidth;
    const isBelow = y + gap + offsetHeight < this.#host.clientHeight;
    const left = isRight ? x + gap : Math.max(4, x - gap - offsetWidth);
    const top = isBelow ? y + gap : Math.max(4, y - gap - offsetHeight);
    this.#box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  #write({ title, lines }: TargetWords): void {
    const heading = document.createElement('strong');
    heading.dir = 'auto';
    heading.textContent = title;
    const rest = lines.map((line) => {
      const part = document.createElement('span');
      part.dir = 'auto';
      part.textContent = line;
      return part;
    });
    this.#box.replaceChildren(heading, ...rest);
  }
}
