import { useSay } from '#components/language/LanguageProvider.tsx';
import { availabilityMessages, nameOfTechnology } from '#lib/map/answer/words.ts';
import type { CoverageLayer } from '#lib/map/layers/coverage-layers.ts';
import { drawnAvailabilities } from '#lib/tiles/picture/texture.ts';
import styles from './LayerTable.module.css';
import { Swatch } from './Swatch.tsx';

interface LayerTableProps {
  readonly layers: readonly CoverageLayer[];
  /** The `set_id` of the visible layers. */
  readonly shown: readonly number[];
  readonly onToggle: (setId: number, isOn: boolean) => void;
}

/** The best first, as in the answer. */
const availabilities = [...drawnAvailabilities].reverse();

/** A row for each technology: its switch, and a sample of each availability. */
export function LayerTable({ layers, shown, onToggle }: LayerTableProps) {
  const say = useSay();
  return (
    <table className={styles.legend}>
      <caption className={styles.caption}>{say('layers.what')}</caption>
      <thead>
        <tr>
          <td />
          {availabilities.map((availability) => (
            <th key={availability} scope="col">
              {say(availabilityMessages[availability].name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {layers.map(({ setId, name, covers, swatches }) => (
          <tr key={setId}>
            <th scope="row">
              <label className={styles.choice}>
                <input
                  type="checkbox"
                  checked={shown.includes(setId)}
                  onChange={(event) => onToggle(setId, event.target.checked)}
                />
                <span>
                  <bdi>{nameOfTechnology(say, name)}</bdi>
                  {!covers && <small>{say('layers.nothing-on-map')}</small>}
                </span>
              </label>
            </th>
            {availabilities.map((availability) => (
              <td key={availability}>
                <Swatch picture={swatches[availability]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
