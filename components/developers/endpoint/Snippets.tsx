import { CodeBlock } from '#components/developers/markdown/CodeBlock.tsx';
import { type ApiCall, snippetLanguages, snippetOf } from '#lib/developers/snippets.ts';
import styles from './endpoint.module.css';

/** A request in every language, one of them open. */
export function Snippets({ call }: { readonly call: ApiCall }) {
  return (
    <div className={styles.snippets}>
      {snippetLanguages.map((language, at) => (
        <details key={language} open={at === 0}>
          <summary>{language}</summary>
          <CodeBlock text={snippetOf(language, call)} />
        </details>
      ))}
    </div>
  );
}
