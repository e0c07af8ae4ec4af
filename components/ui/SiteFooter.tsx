'use client';

import { RichMessage } from '#components/language/RichMessage.tsx';
import styles from './SiteFooter.module.css';

export function SiteFooter() {
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
    </footer>
  );
}
