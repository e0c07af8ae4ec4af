import { useSay } from '#components/language/LanguageProvider.tsx';
import { nameOfTechnology } from '#lib/map/answer/words.ts';
import { formatShare, type TechnologyShare } from '#lib/map/area/area-shares.ts';
import styles from './AreaTable.module.css';

/** The shares of an area as a table. */
export function AreaTable({ technologies }: { technologies: readonly TechnologyShare[] }) {
  const say = useSay();
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{say('area.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('area.technology')}</th>
          <th scope="col">{say('availability.available')}</th>
          <th scope="col">{say('availability.underway')}</th>
          <th scope="col">{say('availability.planned')}</th>
        </tr>
      </thead>
      <tbody>
        {technologies.map(({ technology, available, underway, planned }) => (
          <tr key={technology}>
            <th scope="row">
              <bdi>{nameOfTechnology(say, technology)}</bdi>
            </th>
            <td>{formatShare(available)}</td>
            <td>{formatShare(underway)}</td>
            <td>{formatShare(planned)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
