/** A field to search with. Searches when the person pauses typing, and never after the field is gone. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { TextField } from '../shared/components/fields.tsx';

interface Properties {
  readonly label: string;
  readonly hint?: string;
  /** What is searched for at first. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

const typingMs = 250;

export function SearchField({ value, onSearch, ...labelled }: Properties) {
  const [text, setText] = useState(value);
  const timer = useRef(0);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (entered: string): void => {
    setText(entered);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latest.current(entered.trim()), typingMs);
  };
  return <TextField {...labelled} type="search" autoComplete="off" spellcheck={false} value={text} onText={change} />;
}
