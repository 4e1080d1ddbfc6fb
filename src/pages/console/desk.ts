/** What every view of the console works with: the service, the organization, short messages, and dialogs. */
import { type ComponentChild, createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect } from 'preact/hooks';
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
  /** The page has changes that are not saved, or has none any more. */
  setUnsaved(isUnsaved: boolean): void;
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

/** While there are changes that are not saved, a person who leaves is asked first: by the console, or by the browser before it closes the tab. */
export function useUnsaved(isUnsaved: boolean): void {
  const { setUnsaved } = useDesk();
  // At once: an effect after the picture would come too late for a press that leaves.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    setUnsaved(true);
    return () => {
      removeEventListener('beforeunload', onUnload);
      setUnsaved(false);
    };
  }, [isUnsaved]);
}
