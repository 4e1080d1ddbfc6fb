/** The hook with which the frame asks before a person leaves changes that are not saved: by a link, by a step back, or by the log-out. */
import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';
import { Question } from '../shared/components/dialogs.tsx';
import { text } from './texts.ts';

interface Leaving {
  setUnsaved(isUnsaved: boolean): void;
  /** False: the person is asked, and `go` is called when the changes are given up. */
  mayGo(go: () => void): boolean;
}

export function useLeaving(open: (dialog: ComponentChild) => void): Leaving {
  const isUnsaved = useRef(false);
  const setUnsaved = (isNow: boolean): void => {
    isUnsaved.current = isNow;
  };
  const mayGo = (go: () => void): boolean => {
    if (!isUnsaved.current) return true;
    const leave = (): void => {
      isUnsaved.current = false;
      open(null);
      go();
    };
    open(
      <Question
        title={text('leaveTitle')}
        text={text('leaveText')}
        keep={text('stayHere')}
        act={text('leaveUnsaved')}
        onKeep={() => open(null)}
        onAct={leave}
      />,
    );
    return false;
  };
  return { setUnsaved, mayGo };
}
