'use client';

import { detailOf, noticeWords } from '#components/ask/suggestions.ts';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import { Button } from '#components/ui/Button.tsx';
import { displayText } from '#lib/map/answer/words.ts';
import { formatPoint } from '#lib/map/degrees.ts';
import { permalinkOf } from '#lib/map/permalink.ts';
import { type SearchResult, searchPath } from '#lib/map/search.ts';
import { inLanguage } from '#lib/messages/language.ts';
import styles from './SearchPage.module.css';

/** A form, and what was found, as links to answers. Nothing on it needs scripts. */
export function SearchPage({ text, points, places, notice }: SearchResult & { readonly text: string }) {
  const say = useSay();
  const language = useLanguage();
  const isFound = points.length + places.length > 0;
  const title = isFound ? 'search.page-found' : 'search.page-nothing';
  return (
    <div className={styles.page}>
      <h1>{text === '' ? say('search.page-empty') : say(title, { text })}</h1>
      <search>
        <form action={searchPath} className={styles.form}>
          {language !== 'en' && <input type="hidden" name="lang" value={language} />}
          <label htmlFor="search-text">{say('search.label')}</label>
          <div className={styles.row}>
            <input id="search-text" name="q" defaultValue={text} className={styles.input} autoComplete="off" />
            <Button type="submit">{say('search.page-title')}</Button>
          </div>
        </form>
      </search>
      {notice !== undefined && (
        <p>{notice.code === 'near-me' ? say('search.near-me-typed') : noticeWords(say, notice)}</p>
      )}
      {text !== '' && !isFound && notice === undefined && <p>{say('search.nothing')}</p>}
      <ul className={styles.list}>
        {points.map(({ point, note }) => (
          <li key={note}>
            <a href={permalinkOf({ point, address: undefined }, language)}>{formatPoint(say, point)}</a>
            <span className={styles.detail}>{say(note)}</span>
          </li>
        ))}
        {places.map((place) => (
          <li key={`${place.name} ${place.latitude} ${place.longitude}`}>
            <a href={permalinkOf({ point: place, address: place.name }, language)}>
              <span lang={place.isMaori ? 'mi' : undefined}>{displayText(place.name)}</span>
            </a>
            <span className={styles.detail}>{displayText(detailOf(say, place))}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={inLanguage('/', language)}>{say('search.page-start')}</a>
      </p>
    </div>
  );
}
