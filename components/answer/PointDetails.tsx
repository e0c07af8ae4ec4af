import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Question } from '#components/map/asking/question.ts';
import { formatPoint, roundMetres } from '#lib/map/degrees.ts';
import styles from './PointDetails.module.css';

/** The line below the heading: the coordinates, if the heading is a name, and how accurate they are. An address is answered for its own point. */
export function PointDetails({ question }: { question: Question }) {
  const say = useSay();
  const { point, address, accuracyMetres, isAddress } = question;
  const written = formatPoint(say, point);
  if (isAddress) return <p className={styles.where}>{say('answer.address-point', { point: written })}</p>;
  if (accuracyMetres === undefined) return address === undefined ? null : <p className={styles.where}>{written}</p>;
  const metres = roundMetres(accuracyMetres).toLocaleString('en-NZ');
  const text =
    address === undefined ? say('answer.metres', { metres }) : say('answer.within', { point: written, metres });
  return <p className={styles.where}>{text}</p>;
}
