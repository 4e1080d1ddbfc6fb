/**
 * Finds variables of the environment that look like a setting of ours and are none: such a setting stays at its default
 * without a word. Only warns, because the environment holds variables of other programs too.
 */
import leven from 'leven';

interface MisspelledSetting {
  readonly variable: string;
  /** The setting whose name is the nearest. */
  readonly setting: string;
}

/** In names of up to this length two wrong letters make another word. */
const shortNameMax = 7;

/** `settings`: the names of all settings. */
export function misspelledSettings(
  variables: readonly string[],
  settings: readonly string[],
): readonly MisspelledSetting[] {
  const unknown = variables.filter((variable) => !settings.includes(variable));
  return unknown.flatMap((variable) => {
    const [nearest] = settings
      .map((setting) => ({ setting, distance: leven(lettersOf(variable), lettersOf(setting)) }))
      .filter(({ setting, distance }) => distance <= (setting.length > shortNameMax ? 2 : 1))
      .toSorted((one, other) => one.distance - other.distance);
    return nearest === undefined ? [] : [{ variable, setting: nearest.setting }];
  });
}

/** Case and separators do not count as wrong letters. */
function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
