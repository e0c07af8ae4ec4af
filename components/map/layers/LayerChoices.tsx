import { useId } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { BaseChoice } from '#components/map/ground/BaseChoice.tsx';
import type { BaseMapState } from '#components/map/ground/use-base-map.ts';
import type { MapFragment } from '#lib/map/fragment.ts';
import type { CoverageLayer } from '#lib/map/layers/coverage-layers.ts';
import styles from './LayerPanel.module.css';
import { LayerTable } from './LayerTable.tsx';

export interface LayerChoicesProps {
  /** Undefined until they are loaded. */
  readonly layers: readonly CoverageLayer[] | undefined;
  readonly shown: Pick<MapFragment, 'layers' | 'opacity'>;
  readonly onChange: (change: Partial<MapFragment>) => void;
  readonly base: BaseMapState;
}

/** Which technologies are drawn, how strongly, and on which map. */
export function LayerChoices({ layers, shown, onChange, base }: LayerChoicesProps) {
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
          <label className={styles.best}>
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
      <label htmlFor={`${id}-strength`} className={styles.strength}>
        {say('layers.strength')}
        <output htmlFor={`${id}-strength`}>{say('layers.percent', { percent: shown.opacity })}</output>
      </label>
      <input
        id={`${id}-strength`}
        type="range"
        className={styles.slider}
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
