/** The texts of the rules of an event’s sale, in English. Defines the keys of the other languages. */
import { onSale } from './en-on-sale.ts';
import { terms } from './en-terms.ts';

const english = { ...onSale, ...terms } as const;

export default english;
