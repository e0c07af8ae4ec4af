import { useId } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { BaseMapState } from '#components/map/ground/use-base-map.ts';
import { availabilityMessages, formatDay, nameOfTechnology } from '#lib/map/answer/words.ts';
import type { MapFragment } from '#lib/map/fragment.ts';
import type { CoverageLayer } from '#lib/map/layers/coverage-layers.ts';
import type { ShownBase } from '#lib/map/layers/street-map.ts';
import { drawnAvailabilities } from '#lib/tiles/picture/texture.ts';
import styles from './LayerChoices.module.css';
import panel from './LayerPanel.module.css';
import { Swatch } from './Legend.tsx';

export interface LayerChoicesProps {
  /** Undefined until they are loaded. */
  readonly layers: readonly CoverageLayer[] | undefined;
  /** The earlier days whose coverage can be drawn, the newest first. */
  readonly days: readonly string[] | undefined;
  readonly shown: Pick<MapFragment, 'layers' | 'opacity' | 'asOf'>;
  readonly onChange: (change: Partial<MapFragment>) => void;
  readonly base: BaseMapState;
}

/** Which technologies are drawn, how strongly, and on which map. */
export function LayerChoices({ layers, days, shown, onChange, base }: LayerChoicesProps) {
  const say = useSay();
  const id = useId();
  const isBest = shown.layers === 'best';
  const chosen = shown.layers === 'best' ? [] : shown.layers;

  function toggle(setId: number, isOn: boolean) {
    const others = chosen.filter((other) => other !== setId);
    onChange({ layers: isOn ? [...others, setId] : others });
  }

  return (
    <>
      {layers === undefined ? (
        <p>{say('layers.looking')}</p>
      ) : (
        <>
          <label className={panel.best}>
            <input
              type="checkbox"
              checked={isBest}
              onChange={(event) => onChange({ layers: event.target.checked ? 'best' : [] })}
            />
            {say('layers.best-choice')}
          </label>
          <LayerTable layers={layers} shown={chosen} onToggle={toggle} />
        </>
      )}
      <DayChoice days={days} asOf={shown.asOf} onChange={(asOf) => onChange({ asOf })} />
      <label htmlFor={`${id}-strength`} className={panel.strength}>
        {say('layers.strength')}
        <output htmlFor={`${id}-strength`}>{say('layers.percent', { percent: shown.opacity })}</output>
      </label>
      <input
        id={`${id}-strength`}
        type="range"
        className={panel.slider}
        min={10}
        max={100}
        step={10}
        value={shown.opacity}
        aria-valuetext={say('layers.percent', { percent: shown.opacity })}
        onChange={(event) => onChange({ opacity: event.target.valueAsNumber })}
      />
      <BaseChoice {...base} />
    </>
  );
}

interface DayChoiceProps {
  readonly days: readonly string[] | undefined;
  readonly asOf: string;
  readonly onChange: (asOf: string) => void;
}

/** The day whose coverage is drawn, where more than the present is kept. */
function DayChoice({ days = [], asOf, onChange }: DayChoiceProps) {
  const say = useSay();
  // one that a link has may be between two publications, or no longer kept
  const known = asOf === '' || days.includes(asOf) ? days : [asOf, ...days];
  if (known.length === 0) return null;
  return (
    <label className={styles.day}>
      {say('layers.day')}
      <select value={asOf} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{say('layers.today')}</option>
        {known.map((day) => (
          <option key={day} value={day}>
            {formatDay(say, day)}
          </option>
        ))}
      </select>
    </label>
  );
}

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

const bases = ['streets', 'aerial', 'built-in'] as const satisfies readonly ShownBase[];

/** Chooses between streets, photographs and the built-in map, of those that there are. */
export function BaseChoice({ maps, shown, choose }: Pick<BaseMapState, 'maps' | 'shown' | 'choose'>) {
  const say = useSay();
  const id = useId();
  const offered = bases.filter((base) => base === 'built-in' || maps[base] !== undefined);
  if (offered.length < 2) return null;
  return (
    <fieldset className={styles.bases}>
      <legend className={styles.baseTitle}>{say('map.base')}</legend>
      {offered.map((base) => (
        <label key={base} className={styles.base}>
          <input type="radio" name={id} checked={shown === base} onChange={() => choose(base)} />
          {say(`map.base-${base}`)}
        </label>
      ))}
    </fieldset>
  );
}
