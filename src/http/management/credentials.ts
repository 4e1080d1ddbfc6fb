/** The fields by which people log in, as bodies name them. */
import { text } from '#codec/fields.ts';

const textLengthMax = 255;
/** For new passwords; shorter ones from before still log in. */
const passwordLengthMin = 10;

export const email = text(1, textLengthMax).regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address');
export const newPassword = text(passwordLengthMin, textLengthMax);
