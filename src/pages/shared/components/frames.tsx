/** What holds other content: a card, the tabs of a page, short messages in the corner. */
import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface CardProperties {
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A part of a page with a heading. */
export function Card({ title, class: look = '', children }: CardProperties): ComponentChild {
  const id = useId();
  return (
    <section class={`card panel ${look}`} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

export interface Tab {
  readonly label: string;
  readonly address: string;
  readonly isCurrent: boolean;
}

/** The parts of a page, each with an address of its own. `label` is for screen readers. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): ComponentChild {
  const nav = useRef<HTMLElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.address;
  // On a phone the tabs are wider than the window.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav class="tabs" aria-label={label} ref={nav}>
      {tabs.map((tab) => (
        <a key={tab.address} class="tab" href={tab.address} aria-current={tab.isCurrent ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}

/** Messages in the corner. Screen readers read each. The caller takes them away after some seconds. */
export function Toasts({ texts }: { readonly texts: ReadonlyMap<number, string> }): ComponentChild {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {[...texts].map(([key, text]) => (
        <div key={key} class="toast">
          {text}
        </div>
      ))}
    </div>
  );
}
