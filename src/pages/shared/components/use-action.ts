/** The state of an action that a person starts, such as a call that a button makes: one runs at a time. */
import { useRef, useState } from 'preact/hooks';

export interface Action {
  readonly isBusy: boolean;
  /** What the last one has thrown; null: it has ended well, or runs. */
  readonly failure: unknown;
  /** Does nothing while another one runs. Never rejects. Resolves with whether it has ended well. */
  run(action: () => Promise<void>): Promise<boolean>;
}

export function useAction(): Action {
  const isRunning = useRef(false);
  const [state, setState] = useState<{ isBusy: boolean; failure: unknown }>({ isBusy: false, failure: null });
  const run = async (action: () => Promise<void>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setState({ isBusy: true, failure: null });
    let failure: unknown = null;
    try {
      await action();
    } catch (error) {
      failure = error;
    }
    isRunning.current = false;
    setState({ isBusy: false, failure });
    return failure === null;
  };
  return { ...state, run };
}
