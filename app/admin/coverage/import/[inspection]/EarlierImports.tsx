import Link from 'next/link';
import { JobStateWord } from '#app/admin/work/JobStateWord.tsx';
import { Section } from '#components/admin/Section.tsx';
import type { Job } from '#db/jobs/jobs.ts';
import styles from './mapping.module.css';

/** The imports that were started from this page; hidden without any. `path`: of the page of a job, without its number. */
export function EarlierImports({ imports, path }: { readonly imports: readonly Job[]; readonly path: string }) {
  if (imports.length === 0) return null;
  return (
    <Section
      title="Imported from here"
      intro="Your answers for the last import are filled in below. You can change them and import again."
    >
      <ul className={styles.plain}>
        {imports.map(({ id, title, state }) => (
          <li key={id}>
            <Link prefetch={false} href={`${path}/${id}`}>
              {title} (job {id})
            </Link>{' '}
            <JobStateWord state={state} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
