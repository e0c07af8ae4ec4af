import type { Metadata } from 'next';
import { developerPageWords } from '#app/(developers)/words.ts';
import { pageWords } from '#app/page-words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import styles from '#components/developers/endpoint/endpoint.module.css';
import { endpoints } from '#lib/developers/endpoints.ts';
import { inLanguage } from '#lib/messages/language.ts';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().endpoints };
}

/** Every operation of both APIs, and of the files without a key. */
export default function Page() {
  const { endpoints: title, english } = developerPageWords();
  const { language } = pageWords();
  return (
    <DeveloperPage title={title} intro={english === '' ? undefined : english}>
      <p>
        <a href="/openapi.json">openapi.json</a> · <a href="/openapi.yaml">openapi.yaml</a>
      </p>
      <ul className={styles.list} lang="en-NZ">
        {endpoints().map(({ id, method, path, summary }) => (
          <li key={id}>
            <a href={inLanguage(`/developers/endpoints/${id}`, language)}>{summary}</a>
            <code>
              {method} {path}
            </code>
          </li>
        ))}
      </ul>
    </DeveloperPage>
  );
}
