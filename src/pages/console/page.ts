/** The interfaces of the console's pages: a page, a view of a page, and the `Desk` with which they work. Types only. */
import type { Service } from './service.ts';

export interface Desk {
  readonly service: Service;
  /** The organization's name and public key. */
  readonly organization: { readonly name: string; readonly publicKey: string };
  /** Shows a short message that something was done. */
  tell(message: string): void;
}

export interface Page {
  readonly title: string;
  /** The entry of the navigation that is marked as current. */
  readonly section: 'events' | 'webhooks' | 'keys';
  readonly content: HTMLElement;
  /** Ends its timers and streams. */
  close(): void;
}

/** A part of a page that reads from the service by itself. */
export interface View {
  readonly content: HTMLElement;
  /** Ends its timers and streams. */
  close(): void;
}
