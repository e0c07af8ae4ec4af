import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { developerPageWords } from '#app/(developers)/words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import styles from '#components/developers/endpoint/endpoint.module.css';
import { FieldTables } from '#components/developers/endpoint/FieldTables.tsx';
import { StatusList } from '#components/developers/endpoint/StatusList.tsx';
import { TryIt } from '#components/developers/endpoint/TryIt.tsx';
import { WithCode } from '#components/developers/endpoint/WithCode.tsx';
import { connections } from '#db/client.ts';
import { registerPosition } from '#db/registry/upcoming-releases.ts';
import { now } from '#lib/clock.ts';
import { endpoints, type Sample } from '#lib/developers/endpoints.ts';
import { settings } from '#lib/env.ts';
import { cursorOf } from '#lib/registry/release/upcoming.ts';
import { offeredData } from '#server/open-data/offered-data.ts';
import { measuredSets } from '#server/statistics/figures.ts';

interface PageProps {
  readonly params: Promise<{ operation: string }>;
}

async function find({ params }: PageProps) {
  const { operation } = await params;
  return endpoints().find(({ id }) => id === operation);
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  return { title: (await find(props))?.summary ?? developerPageWords().endpoints };
}

const accessWords = (isOpen: boolean) =>
  isOpen ? 'Needs no key; pages of any site may read it.' : 'Needs an address that is allowed.';

/** One operation: what it takes, a form to try it, and every status it answers with. */
export default async function Page(props: PageProps) {
  const found = await find(props);
  if (found === undefined) notFound();
  const {
    method,
    path,
    summary,
    description,
    parameters,
    isKeyed,
    isOpen,
    bodyTypes,
    sample,
    scopes,
    statuses,
    forms,
    hasLines,
  } = found;
  const { english } = developerPageWords();
  const nothingHere = nothingHereWords(path);
  return (
    <DeveloperPage title={summary} intro={english === '' ? undefined : english}>
      <p className={styles.path}>
        {method} {path}
      </p>
      <p lang="en">
        <WithCode text={description} />
      </p>
      <p lang="en">{isKeyed ? `Needs a key that may be used for: ${scopes.join(', ')}.` : accessWords(isOpen)}</p>
      {nothingHere && <p lang="en">{nothingHere}</p>}
      <TryIt
        endpoint={{ method, path, parameters, isKeyed, bodyTypes, sample: sampleHere(sample) }}
        baseUrl={settings().baseUrl}
      />
      {forms.some(({ fields }) => fields.length > 0) && (
        <>
          <h2 lang="en">{hasLines ? 'The fields of each line' : 'The fields of the answer'}</h2>
          <FieldTables forms={forms} />
        </>
      )}
      <h2 lang="en">Answers</h2>
      <StatusList statuses={statuses} />
    </DeveloperPage>
  );
}

/** Says that this server has nothing for the path to answer with, which is not the caller's fault. */
function nothingHereWords(path: string): string | undefined {
  if (path.startsWith('/data/') && newestData() === undefined) {
    return 'This server offers no coverage for download at the moment, so the request below finds nothing.';
  }
  if (path.startsWith('/statistics/') && measuredSets().length === 0) {
    return 'This server has no figures of areas at the moment, so the request below finds nothing.';
  }
  return undefined;
}

const newestData = () => offeredData()?.versions[0];

/** A request that this server answers: what the sample names of another server is not known here. */
function sampleHere(sample: Sample): Sample {
  const ofThisServer: Readonly<Record<string, () => string | undefined>> = {
    set: () => measuredSets()[0]?.slug,
    since: () => cursorOf(registerPosition(connections().reader, now())),
    version: () => newestData()?.versionId.toString(),
    file: () => newestData()?.files[0]?.name,
  };
  const values = Object.entries(sample.values).map(([name, value]) => [name, ofThisServer[name]?.() ?? value]);
  return { ...sample, values: Object.fromEntries(values) };
}
