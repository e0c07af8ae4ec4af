import { useEffect, useState } from 'react';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import { htmlLanguage, type Language, languageCookie, languageName, languages } from '#lib/messages/language.ts';
import styles from './LanguageLinks.module.css';

const aYearInSeconds = 365 * 24 * 3600;

/** The same page in the other languages; the choice is kept for the next visit. */
export function LanguageLinks() {
  const say = useSay();
  const current = useLanguage();
  // the page's address changes with every question, without the page being made anew
  const [address, setAddress] = useState('');
  useEffect(() => setAddress(window.location.pathname), []);

  return (
    <nav aria-label={say('site.language')} className={styles.languages}>
      {languages
        .filter((language) => language !== current)
        .map((language) => (
          <a
            key={language}
            href={inOther(address, language)}
            hrefLang={htmlLanguage[language]}
            lang={htmlLanguage[language]}
            onClick={(event) => {
              // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from phones of 2023
              document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=${aYearInSeconds}; SameSite=Lax`;
              event.currentTarget.href = inOther(window.location.href, language);
            }}
          >
            {languageName[language]}
          </a>
        ))}
    </nav>
  );
}

/** An address with this language in its query, English too: whoever chooses it must not be led back by their browser. */
function inOther(address: string, language: Language): string {
  const url = new URL(address, 'http://site.invalid');
  url.searchParams.set('lang', language);
  return `${url.pathname}${url.search}${url.hash}`;
}
