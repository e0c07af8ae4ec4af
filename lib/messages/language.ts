/** The languages of the public pages; the first is the default. */
export const languages = ['en', 'mi'] as const;
export type Language = (typeof languages)[number];

/** The value of `<html lang>`. */
export const htmlLanguage: Readonly<Record<Language, string>> = { en: 'en-NZ', mi: 'mi' };

/** Each language's name for itself. */
export const languageName: Readonly<Record<Language, string>> = { en: 'English', mi: 'Te reo Māori' };

/** The language of a page, which depends only on its address: `lang` in the query, else English. */
export function languageOfTarget(target: string): Language {
  return askedLanguage(target) ?? 'en';
}

/** The supported language in the query of an address; undefined if it has none. */
export function askedLanguage(target: string): Language | undefined {
  const query = target.indexOf('?');
  const text = query === -1 ? null : new URLSearchParams(target.slice(query)).get('lang');
  return languages.find((language) => language === text);
}

/** The cookie that stores a visitor's choice. */
export const languageCookie = 'lang';

/**
 * The language that a visitor prefers: their choice (`Cookie`), else the first supported language of their browser
 * (`Accept-Language`, by weight).
 */
export function preferredLanguage(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = languages.find((language) =>
    new RegExp(`(?:^|;\\s*)${languageCookie}=${language}(?:;|$)`).test(cookie ?? ''),
  );
  if (chosen !== undefined) return chosen;
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', weight = ''] = entry.split(';q=');
      return { primary: tag.trim().toLowerCase().split('-')[0], weight: weight === '' ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { primary } of wanted) {
    const found = languages.find((language) => language === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}

/** Adds the language to an address of this site; English, the default, is not added. */
export function inLanguage(path: string, language: Language): string {
  if (language === 'en') return path;
  const fragment = path.indexOf('#');
  const [address, rest] = fragment === -1 ? [path, ''] : [path.slice(0, fragment), path.slice(fragment)];
  return `${address}${address.includes('?') ? '&' : '?'}lang=${language}${rest}`;
}
