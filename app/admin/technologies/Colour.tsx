import { defaultColour } from '#lib/tiles/picture/palette.ts';
import styles from './Colour.module.css';

interface ColourProps {
  /** Null: the default of the `set_id`. */
  readonly colour: string | null;
  readonly setId: number;
}

/** The colour of a technology on maps, as a patch and as text. */
export function Colour({ colour, setId }: ColourProps) {
  const drawn = colour ?? defaultColour(setId);
  return (
    <span className={styles.colour}>
      <span className={styles.patch} style={{ background: drawn }} />
      {colour === null ? `${drawn} (default)` : drawn}
    </span>
  );
}
