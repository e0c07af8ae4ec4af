import styles from './SiteHeader.module.css';

export function SiteHeader() {
  return (
    <header className={styles.header}>
      {/* biome-ignore lint/performance/noImgElement: a drawing of 300 bytes needs no image server */}
      <img className={styles.mark} src="/mark.svg" alt="" width={40} height={40} />
      <a href="/" lang="mi" className={styles.home}>
        Wātea
      </a>
      <p className={styles.sentence}>Broadband in New Zealand, point by point</p>
    </header>
  );
}
