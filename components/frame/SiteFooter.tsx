'use client';

import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import { RichMessage } from '#components/language/RichMessage.tsx';
import { inLanguage } from '#lib/messages/language.ts';
import styles from './SiteFooter.module.css';

/** Pages that there are only where there is something to show. */
export interface OfferedPages {
  readonly hasFigures: boolean;
  readonly hasOpenData: boolean;
}

export function SiteFooter({ hasFigures, hasOpenData }: OfferedPages) {
  const say = useSay();
  const language = useLanguage();
  return (
    <footer className={styles.footer}>
      <p>
        <RichMessage message="site.name-meaning" values={{ name: <i lang="mi">Wātea</i> }} />
      </p>
      <p>
        <RichMessage
          message="site.coastline"
          values={{ source: <a href="https://www.soest.hawaii.edu/pwessel/gshhg/">GSHHG</a> }}
        />
      </p>
      {hasFigures && (
        <p>
          <a href={inLanguage('/statistics', language)}>{say('site.figures')}</a>
        </p>
      )}
      {hasOpenData && (
        <p>
          <a href={inLanguage('/data', language)}>{say('site.open-data')}</a>
        </p>
      )}
      <p>
        <a href={inLanguage('/developers', language)}>{say('site.developers')}</a>
      </p>
    </footer>
  );
}
