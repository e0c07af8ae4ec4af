import { useId } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { ShownBase } from '#lib/map/layers/street-map.ts';
import styles from './BaseChoice.module.css';
import type { BaseMapState } from './use-base-map.ts';

const bases = ['streets', 'aerial', 'built-in'] as const satisfies readonly ShownBase[];

/** Chooses between streets, photographs and the built-in map, of those that there are. */
export function BaseChoice({ maps, shown, choose }: Pick<BaseMapState, 'maps' | 'shown' | 'choose'>) {
  const say = useSay();
  const id = useId();
  const offered = bases.filter((base) => base === 'built-in' || maps[base] !== undefined);
  if (offered.length < 2) return null;
  return (
    <fieldset className={styles.bases}>
      <legend className={styles.title}>{say('map.base')}</legend>
      {offered.map((base) => (
        <label key={base} className={styles.base}>
          <input type="radio" name={id} checked={shown === base} onChange={() => choose(base)} />
          {say(`map.base-${base}`)}
        </label>
      ))}
    </fieldset>
  );
}
