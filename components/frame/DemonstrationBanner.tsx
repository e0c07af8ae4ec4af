'use client';

import { useSay } from '#components/language/LanguageProvider.tsx';
import styles from './DemonstrationBanner.module.css';

/** Shown on every page while the published data are for demonstration. */
export function DemonstrationBanner() {
  const say = useSay();
  return (
    <section className={styles.banner} aria-label={say('site.demonstration')}>
      <p>
        <strong>{say('site.demonstration')}</strong> {say('site.demonstration-what')}
      </p>
    </section>
  );
}
