/** The texts of the console, in English, but those of the parts that it loads later. Defines the keys of the other languages. */
import { frame } from './en-frame.ts';
import { keys } from './en-keys.ts';
import { live } from './en-live.ts';
import { sessions } from './en-sessions.ts';
import { words } from './en-words.ts';

const english = { ...frame, ...words, ...live, ...sessions, ...keys } as const;

export default english;
