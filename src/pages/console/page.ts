/** What a page of the console is, and what it gets to work with. */
import type { Service } from './service.ts';

export interface Desk {
  readonly service: Service;
  /** The organization's name and public key. */
  readonly organization: { readonly name: string; readonly publicKey: string };
  /** Tells the person in passing that something was done. */
  tell(message: string): void;
}

export interface Page {
  readonly title: string;
  /** Name of the entry of the navigation that it belongs to. */
  readonly section: 'events' | 'webhooks' | 'keys';
  readonly content: HTMLElement;
  /** Ends its timers and streams. */
  close(): void;
}

/** A part of a page that reads and repeats on its own. */
export interface View {
  readonly content: HTMLElement;
  close(): void;
}
