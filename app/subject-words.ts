import { type PageWords, pageWords } from '#app/page-words.ts';
import { formatDay, formatList } from '#lib/map/answer/words.ts';
import { htmlLanguage, inLanguage, type Language } from '#lib/messages/language.ts';
import { dayOf } from '#lib/time/auckland.ts';

type Values = Readonly<Record<string, string | number>>;

/** How pages say things whose messages are not part of the catalogue, in the language of the page. */
export class SubjectWords<Key extends string> {
  readonly #words: Readonly<Record<Key, string>>;
  protected readonly page: PageWords;

  constructor(messages: Readonly<Record<Language, Readonly<Record<Key, string>>>>, page = pageWords()) {
    this.page = page;
    this.#words = messages[page.language];
  }

  say(key: Key, values: Values = {}): string {
    return this.#words[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }

  day(atMs: number): string {
    return formatDay(this.page.say, dayOf(atMs));
  }

  link(path: string): string {
    return inLanguage(path, this.page.language);
  }

  list(names: readonly string[]): string {
    return formatList(this.page.say, names);
  }

  get language(): Language {
    return this.page.language;
  }

  get locale(): string {
    return htmlLanguage[this.page.language].replace('-', '_');
  }
}
