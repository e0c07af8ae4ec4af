import type { Metadata } from 'next';
import { SubjectWords } from '#app/subject-words.ts';
import { MessagePage } from '#components/frame/MessagePage.tsx';
import { ScrollGroup } from '#components/ui/ScrollGroup.tsx';
import { getPublishedId } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import type { DataFile } from '#db/open-data/open-data.ts';
import { type ExportFormat, exportFormats } from '#lib/broadband/export/exported-version.ts';
import { type OpenDataWords, openDataMessages } from '#lib/messages/open-data/words.ts';
import { dataFilePathOf, formatNames } from '#lib/open-data/catalogue.ts';
import type { DataTerms } from '#lib/open-data/licences.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { type OfferedVersion, offeredData } from '#server/open-data/offered-data.ts';
import styles from './data.module.css';

type Words = SubjectWords<keyof OpenDataWords>;

const wordsOfPage = (): Words => new SubjectWords(openDataMessages);

export function generateMetadata(): Metadata {
  const words = wordsOfPage();
  return { title: words.say('title'), description: words.say('description') };
}

/** The published coverage as files, with what anybody may do with them. */
export default function OpenDataPage() {
  const words = wordsOfPage();
  const offered = offeredData();
  if (offered === undefined) {
    return (
      <MessagePage title={words.say('title')}>
        <p>{words.say('none')}</p>
      </MessagePage>
    );
  }
  const [newest, ...earlier] = offered.versions;
  const publishedId = getPublishedId(connections().reader.db);
  return (
    <div className={styles.page} data-scrolls="whole">
      <header>
        <h1>{words.say('title')}</h1>
        <p>{words.say('lead')}</p>
      </header>
      <Terms terms={offered.terms} words={words} />
      {newest === undefined ? (
        <p>{words.say('making')}</p>
      ) : (
        <section aria-labelledby="newest">
          <h2 id="newest">{versionWords(newest, words)}</h2>
          {publishedId !== undefined && newest.versionId !== publishedId && (
            <p>{words.say('newer', { version: publishedId })}</p>
          )}
          <VersionFiles version={newest} words={words} />
        </section>
      )}
      {earlier.length > 0 && (
        <section aria-labelledby="earlier">
          <h2 id="earlier">{words.say('earlier')}</h2>
          {earlier.map((version) => (
            <details key={version.versionId} className={styles.fold}>
              <summary>{versionWords(version, words)}</summary>
              <VersionFiles version={version} words={words} />
            </details>
          ))}
        </section>
      )}
      <p>
        <a href="/data/catalogue.json">{words.say('catalogue')}</a>
      </p>
    </div>
  );
}

function versionWords({ versionId, publishedAt }: OfferedVersion, words: Words): string {
  return words.say('version', { version: versionId, day: words.day(publishedAt) });
}

function Terms({ terms: { licence, attribution }, words }: { readonly terms: DataTerms; readonly words: Words }) {
  return (
    <section aria-labelledby="terms" className={styles.terms}>
      <h2 id="terms">{words.say('terms')}</h2>
      <p>
        {words.say('licence')}{' '}
        <a href={licence.url} rel="license" lang="en">
          {licence.title}
        </a>
        .
      </p>
      <p>{words.say('attribution', { attribution })}</p>
      <p>{words.say('formats')}</p>
    </section>
  );
}

interface VersionFilesProps {
  readonly version: OfferedVersion;
  readonly words: Words;
}

/** The files of a version: everything, then by technology and provider, and folded those of areas and the checksums. */
function VersionFiles({ version: { versionId, files }, words }: VersionFilesProps) {
  const sets = Object.groupBy(
    files.filter(({ kind }) => kind === 'area'),
    ({ set }) => set,
  );
  const shown = { versionId, words };
  const groups = [
    { title: words.say('technologies'), kind: 'technology' },
    { title: words.say('providers'), kind: 'provider' },
  ] as const;
  return (
    <div className={styles.files}>
      <FileTable {...shown} title={words.say('whole')} files={files.filter(({ kind }) => kind === 'whole')} />
      {groups.map(({ title, kind }) => (
        <FileTable key={kind} {...shown} title={title} files={files.filter((file) => file.kind === kind)} />
      ))}
      {Object.entries(sets).map(([set, ofSet = []]) => (
        <details key={set} className={styles.fold}>
          <summary>{words.say('areas', { set })}</summary>
          <FileTable {...shown} title={set} files={ofSet} />
        </details>
      ))}
      <details className={styles.fold}>
        <summary>{words.say('checksums')}</summary>
        <ScrollGroup label={words.say('checksums')} className={styles.checksums}>
          <pre>{files.map(({ sha256, name }) => `${sha256}  ${name}`).join('\n')}</pre>
        </ScrollGroup>
      </details>
    </div>
  );
}

interface FileTableProps {
  readonly title: string;
  readonly versionId: number;
  readonly files: readonly DataFile[];
  readonly words: Words;
}

const formats = Object.keys(exportFormats) as readonly ExportFormat[];

/** Files of a kind, a row for each part and a column for each format. */
function FileTable({ title, versionId, files, words }: FileTableProps) {
  const parts = [...Map.groupBy(files, ({ part }) => part)];
  return (
    <ScrollGroup label={title} className={styles.scroll}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.say('what')}</th>
            {formats.map((format) => (
              <th key={format} scope="col">
                {formatNames[format]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map(([part, ofPart]) => {
            const what = part === '' ? words.say('whole') : part;
            return (
              <tr key={part}>
                <th scope="row">
                  <bdi>{what}</bdi>
                </th>
                {formats.map((format) => (
                  <td key={format}>
                    <FileLink
                      {...{ versionId, what, words }}
                      file={ofPart.find((candidate) => candidate.format === format)}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollGroup>
  );
}

interface FileLinkProps {
  readonly versionId: number;
  readonly what: string;
  readonly file: DataFile | undefined;
  readonly words: Words;
}

function FileLink({ versionId, what, file, words }: FileLinkProps) {
  if (file === undefined) return null;
  const size = sizeWords(file.bytes);
  return (
    <a
      href={dataFilePathOf(versionId, file.name)}
      download
      aria-label={words.say('file', { what, format: formatNames[file.format], size })}
    >
      {size}
    </a>
  );
}
