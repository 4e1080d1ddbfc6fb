/** What every view of the console works with: the service, the organization, short messages, and dialogs. */
import { type ComponentChild, createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Rights } from './rights.ts';
import type { Service } from './service.ts';
import { text } from './texts.ts';

export interface Desk {
  readonly service: Service;
  /** The organization's name and public key. */
  readonly organization: { readonly name: string; readonly publicKey: string };
  /** What the person may do. */
  readonly rights: Rights;
  /** Shows a short message that something was done. */
  tell(message: string): void;
  /** Shows a dialog, in place of the one that is open. Null: closes it. Another page closes it too. */
  open(dialog: ComponentChild): void;
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('useDesk: no DeskContext');
  return desk;
}

/** Names the shown page in the title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = text('windowTitle', { page: title });
  }, [title]);
}
