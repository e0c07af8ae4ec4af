import { Facts } from '#components/admin/Facts.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getListedName } from '#db/registry/listed-names.ts';
import { isMissingName } from '#db/registry/missing-names.ts';
import { availabilityEntry } from '#lib/registry/availability-entry.ts';
import { certaintyOf } from '#lib/registry/certainty.ts';
import { explainName } from '#lib/registry/explanation.ts';
import type { ValidName } from '#lib/registry/names/name.ts';
import { sandboxRow } from '#lib/registry/names/sandbox.ts';
import { dropDate, releaseDate } from '#lib/registry/release/release.ts';
import { type EpochMs, formatAuckland } from '#lib/time/auckland.ts';
import { register } from '#server/registry/register.ts';
import styles from './NameAnswer.module.css';
import { StatusWord } from './StatusWord.tsx';
import { WhyAnswered } from './WhyAnswered.tsx';

interface NameAnswerProps {
  readonly name: ValidName;
  readonly asOf: { readonly now: EpochMs; readonly hasSandboxName: boolean };
}

/** What the API answers for one name, by which rule, and the dates it rests on. */
export function NameAnswer({ name, asOf }: NameAnswerProps) {
  const { reader } = connections();
  const { status, why, row } = register().inSnapshot((known) => {
    const explained = explainName(name, known, asOf);
    const isTryOut = explained.why === 'try-out';
    return { ...explained, row: isTryOut ? sandboxRow(explained.status, asOf.now) : known.find(name.domain) };
  });
  const listed = getListedName(reader, name.domain);
  const instant = (epochMs: EpochMs | null | undefined) => (epochMs == null ? '–' : formatAuckland(epochMs));
  const cancelled = row?.cancelled ?? null;
  const drop = cancelled === null ? null : (row?.freeAt ?? dropDate(cancelled, asOf.now));
  const certainty = row === undefined ? undefined : certaintyOf(row, asOf.now);
  return (
    <Section title={name.original ?? name.domain}>
      <p className={styles.answer}>
        <StatusWord status={status} /> <WhyAnswered why={why} reason={listed?.reason ?? ''} />
      </p>
      {isMissingName(reader, name.domain) && (
        <p>The last snapshot of the register lacked it. It keeps its status unless the next one lacks it too.</p>
      )}
      {listed !== undefined && why !== 'list' && (
        <p>It also stands on a list as {listed.status}, which does not decide as things are.</p>
      )}
      <Facts
        facts={[
          ['In ASCII, as stored', name.domain],
          ['In Unicode', name.original ?? 'The same'],
          ['Registered', instant(row && row.registered * 1000)],
          ['Cancelled', instant(cancelled && cancelled * 1000)],
          ['Release date', instant(cancelled && releaseDate(cancelled) * 1000)],
          [row?.freeAt == null ? 'Drops, as expected' : 'Free from', instant(drop)],
          [
            'Certainty',
            certainty === undefined ? '–' : certainty === 'will drop' ? 'Will drop' : 'May still be restored',
          ],
        ]}
      />
      <figure className={styles.figure}>
        <figcaption>The API’s entry</figcaption>
        <pre className={styles.entry}>{availabilityEntry(name, status)}</pre>
      </figure>
    </Section>
  );
}
