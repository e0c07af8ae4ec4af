import { VisuallyHidden } from '@mantine/core';
import { differencesOf } from '#lib/audit/difference.ts';
import styles from './Differences.module.css';

interface DifferencesProps {
  /** What the details are about, for screen readers. */
  readonly of: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What a change changed, field by field; behind a line that opens it. */
export function Differences({ of, before, after }: DifferencesProps) {
  const differences = differencesOf(before, after);
  if (differences.length === 0) return '–';
  return (
    <details className={styles.details}>
      <summary>
        {differences.length === 1 ? '1 field' : `${differences.length} fields`}
        <VisuallyHidden> of {of}</VisuallyHidden>
      </summary>
      <dl>
        {differences.map(({ field, before: was, after: is }) => (
          <div key={field}>
            <dt>{field === '' ? 'Value' : field}</dt>
            <dd>
              {was !== undefined && <del>{was}</del>} {is !== undefined && <ins>{is}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
