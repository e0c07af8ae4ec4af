'use client';

import { Filled } from '#components/words/Filled.tsx';
import styles from './SiteFooter.module.css';

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <p>
        <Filled message="site.name-meaning" values={{ name: <i lang="mi">Wātea</i> }} />
      </p>
      <p>
        <Filled
          message="site.coastline"
          values={{ source: <a href="https://www.naturalearthdata.com/">Natural Earth</a> }}
        />
      </p>
    </footer>
  );
}
