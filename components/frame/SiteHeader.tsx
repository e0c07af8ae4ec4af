'use client';

import { LanguageLinks } from '#components/language/LanguageLinks.tsx';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import { inLanguage } from '#lib/messages/language.ts';
import styles from './SiteHeader.module.css';

export function SiteHeader() {
  const say = useSay();
  const language = useLanguage();
  return (
    <header className={styles.header}>
      {/* biome-ignore lint/performance/noImgElement: a drawing of 300 bytes does not need the image optimiser */}
      <img className={styles.mark} src="/mark.svg" alt="" width={40} height={40} />
      <a href={inLanguage('/', language)} lang="mi" className={styles.home}>
        Wātea
      </a>
      <p className={styles.sentence}>{say('site.sentence')}</p>
      <div className={styles.languages}>
        <LanguageLinks />
      </div>
    </header>
  );
}
