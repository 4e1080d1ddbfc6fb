/** The texts of the console, in English, but those of the parts that it loads later. Defines the keys of the other languages. */
import { frame } from './en-frame.ts';

const english = { ...frame } as const;

export default english;
