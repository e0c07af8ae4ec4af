'use client';

import { useEffect, useState } from 'react';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import { htmlLanguage, type Language, languageCookie, languageName, languages } from '#lib/messages/language.ts';
import styles from './LanguageLinks.module.css';

const aYearInSeconds = 365 * 24 * 3600;

/** Links to the same page in other languages; the choice is remembered for the next visit. */
export function LanguageLinks() {
  const say = useSay();
  const current = useLanguage();
  // the address changes with every question, without a new page
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

/** Adds the language to an address, English too, so that the choice overrides the browser's language. */
function inOther(address: string, language: Language): string {
  const url = new URL(address, 'http://site.invalid');
  url.searchParams.set('lang', language);
  return `${url.pathname}${url.search}${url.hash}`;
}
