/** The texts of the console, in English, but those of the parts that it loads later. Defines the keys of the other languages. */
import { frame } from './en-frame.ts';
import { live } from './en-live.ts';
import { onSale } from './en-on-sale.ts';
import { terms } from './en-terms.ts';
import { words } from './en-words.ts';

const english = { ...frame, ...words, ...live, ...onSale, ...terms } as const;

export default english;
