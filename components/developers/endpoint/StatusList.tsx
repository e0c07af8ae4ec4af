import { CodeBlock } from '#components/developers/markdown/CodeBlock.tsx';
import type { EndpointStatus } from '#lib/developers/endpoints.ts';
import styles from './endpoint.module.css';

/** The statuses that a request can be answered with, each with its examples. */
export function StatusList({ statuses }: { readonly statuses: readonly EndpointStatus[] }) {
  return (
    <div className={styles.statuses} lang="en-NZ">
      {statuses.map(({ status, description, examples }) => (
        <details key={status}>
          <summary>
            {status}: {description}
          </summary>
          {examples.map(({ name, type, text }) => (
            <div key={`${type} ${name}`}>
              <p>
                {name}, {type}
              </p>
              <CodeBlock text={text} />
            </div>
          ))}
        </details>
      ))}
    </div>
  );
}
