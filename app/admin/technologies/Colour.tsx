import styles from './Colour.module.css';

/** A technology's colour as a patch and in letters; null is the default of its number. */
export function Colour({ colour }: { readonly colour: string | null }) {
  if (colour === null) return <>Default</>;
  return (
    <span className={styles.colour}>
      <span className={styles.patch} style={{ background: colour }} />
      {colour}
    </span>
  );
}
