import { defaultColour } from '#lib/tiles/picture/palette.ts';
import styles from './Colour.module.css';

interface ColourProps {
  /** As staff gave it; null: the default of the `set_id`. */
  readonly colour: string | null;
  readonly setId: number;
}

/** The colour in which maps draw a technology, as a patch and in letters. */
export function Colour({ colour, setId }: ColourProps) {
  const drawn = colour ?? defaultColour(setId);
  return (
    <span className={styles.colour}>
      <span className={styles.patch} style={{ background: drawn }} />
      {colour === null ? `${drawn} (default)` : drawn}
    </span>
  );
}
