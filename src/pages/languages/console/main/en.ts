/** The texts of the console, in English, but those of the parts that it loads later. Defines the keys of the other languages. */
import { common } from './en-common.ts';
import { frame } from './en-frame.ts';
import { live } from './en-live.ts';

const english = { ...frame, ...common, ...live } as const;

export default english;
