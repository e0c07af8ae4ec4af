import { settingFacts } from '#lib/env.ts';
import { hasTypedWords } from '#lib/typed-words.ts';
import { settingNotes } from '#lib/words/environment/setting-notes.ts';

/** A setting of the server, without its value: some are secrets. */
export interface ListedSetting {
  readonly name: string;
  /** What applies without it; empty for nothing. */
  readonly otherwise: string;
  readonly meaning: string;
}

/** The list of the settings of the server. */
export const settingList = {
  path: '/admin/settings',
  what: 'settings',
  filters: { search: { label: 'Search', placeholder: 'Name or what it does' } },
} as const;

/** The settings whose name, or with `inMeanings` also what they do, has the words of the text; all for an empty one. */
export function findSettings(text: string, { inMeanings = false } = {}): ListedSetting[] {
  return settings.filter(
    ({ name, meaning }) => text === '' || hasTypedWords(inMeanings ? `${name} ${meaning}` : name, text),
  );
}

const defaults = new Map<string, unknown>(settingFacts().map((setting) => [setting.name, setting.default]));

const settings = Object.entries(settingNotes).map(([name, { otherwise = '', meaning }]): ListedSetting => {
  const given = String(defaults.get(name) ?? '');
  return { name, otherwise: given === '' ? plainText(otherwise) : given, meaning: plainText(meaning) };
});

/** The notes are Markdown, for a page of the documentation; what only leads to another page of it is left out. */
function plainText(markdown: string): string {
  const own = markdown.replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)/g, '');
  return own.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}
