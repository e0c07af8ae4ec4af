import styles from './SiteFooter.module.css';

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <p>
        <i lang="mi">Wātea</i> is Māori for available, free.
      </p>
      <p>
        Coastline: <a href="https://www.naturalearthdata.com/">Natural Earth</a>, public domain.
      </p>
    </footer>
  );
}
