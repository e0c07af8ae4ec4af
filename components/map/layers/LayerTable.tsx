import { useSay } from '#components/language/LanguageProvider.tsx';
import { availabilityMessages, nameOfTechnology } from '#lib/map/answer/words.ts';
import type { CoverageLayer } from '#lib/map/layers/coverage-layers.ts';
import { drawnAvailabilities } from '#lib/tiles/picture/texture.ts';
import styles from './LayerTable.module.css';

interface LayerTableProps {
  readonly layers: readonly CoverageLayer[];
  /** The `set_id` of those that are on. */
  readonly shown: readonly number[];
  readonly onTurn: (setId: number, isOn: boolean) => void;
}

/** As in the answer: the best first. */
const availabilities = [...drawnAvailabilities].reverse();

/** A line for each technology: whether it is on, and how each availability of it looks. */
export function LayerTable({ layers, shown, onTurn }: LayerTableProps) {
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
                  onChange={(event) => onTurn(setId, event.target.checked)}
                />
                <span>
                  <bdi>{nameOfTechnology(say, name)}</bdi>
                  {!covers && <small>{say('layers.nothing-on-map')}</small>}
                </span>
              </label>
            </th>
            {availabilities.map((availability) => (
              <td key={availability}>
                <span className={styles.swatch} style={{ backgroundImage: `url(${swatches[availability]})` }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
