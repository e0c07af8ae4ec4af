import styles from './DemonstrationBanner.module.css';

/** Stands on every page while the published data are made up. */
export function DemonstrationBanner() {
  return (
    <p className={styles.banner}>
      <strong>Demonstration data.</strong> The providers, speeds and areas shown here are invented.
    </p>
  );
}
