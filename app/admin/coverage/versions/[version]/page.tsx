import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { Downloads, VersionActions } from '#app/admin/coverage/VersionTable.tsx';
import { keepingOf, VersionState } from '#app/admin/coverage/version-list.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { ChangesMap } from '#components/admin/changes-map/ChangesMap.tsx';
import { PlacesOnMap, ShowOnMap } from '#components/admin/changes-map/ShownPlace.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { FoldedOnPhone } from '#components/admin/lists/FoldedOnPhone.tsx';
import { type ListPageProps, numberOf, type SearchParams } from '#components/admin/lists/list-state.ts';
import { Fold, Section } from '#components/admin/Section.tsx';
import { getProvider } from '#db/broadband/providers.ts';
import type { VersionDetails } from '#db/broadband/version-details.ts';
import { connections } from '#db/client.ts';
import { number } from '#lib/broadband/import/report-words.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import { type ChangedTown, changedTowns } from '#lib/map/layers/changed-places.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { areaFigure, lossWords } from '#lib/words/areas.ts';
import { outdatedWords, versionWords } from '#lib/words/coverage/coverage.ts';
import { versionSummary } from '#lib/words/coverage/version-summary.ts';
import { AreaTable } from './AreaTable.tsx';
import { FiguresProgress } from './FiguresProgress.tsx';
import { ImportReport } from './ImportReport.tsx';
import { PageLinks, pageOf, SampleTable } from './SampleTable.tsx';
import { VersionLayers } from './VersionLayers.tsx';
import styles from './version.module.css';
import { getDetails, getFiguresView, versionMap } from './version-view.ts';

export const metadata: Metadata = { title: 'Coverage version' };

interface VersionPageProps extends ListPageProps {
  readonly params: Promise<{ version: string }>;
}

export default async function VersionPage({ params, searchParams }: VersionPageProps) {
  const { mayEdit } = await requireStaff();
  const details = getDetails(numberOf((await params).version));
  if (details === undefined) notFound();
  const { version, isPublished, isOutdated, losses, publishedId, comparison, layers, removedLayers } = details;
  const figures = getFiguresView(version.id);
  const summary = versionSummary({
    areas: comparison?.areas,
    newLayers: layers.filter(({ isNew }) => isNew).length,
    removedLayers: removedLayers.length,
  });
  return (
    <AdminPage
      navigation={<BackLink href="/admin/coverage">All versions</BackLink>}
      title={`Version ${version.id}`}
      state={<VersionState {...details} publishedAt={version.publishedAt} kept={version.kept} />}
      actions={
        mayEdit && (
          <VersionActions
            {...{ id: version.id, baseId: version.baseId, publishedId, isPublished, isOutdated, losses }}
            summary={comparison === undefined ? undefined : summary}
            canDelete={false}
            keeping={keepingOf(version)}
            isProminent
          />
        )
      }
    >
      <PlacesOnMap>
        <Section title="What it changes">
          <p className={styles.summary}>{summary}</p>
          <NextStep details={details} />
          {figures !== undefined && <FiguresProgress versionId={version.id} view={figures} />}
        </Section>
        <Section title="Map">
          <ChangesMap content={versionMap(details)} />
        </Section>
        <Section
          title="Areas"
          intro="Areas on the ellipsoid. The area of a technology is the union over its providers."
        >
          <AreaTable {...details} />
        </Section>
        <FoldedOnPhone more="Show places, points, layers and the file">
          <div data-more>
            <Places details={details} params={await searchParams} />
            <Section title="Layers and file" intro="A layer is one delivery of a provider for a technology.">
              <VersionLayers {...details} />
              <Fold title="Where it comes from">
                <VersionFacts details={details} />
              </Fold>
              <ImportReport details={details} />
            </Section>
            {(isPublished || version.publishedAt !== null) && <Downloads versionId={version.id} />}
          </div>
        </FoldedOnPhone>
      </PlacesOnMap>
    </AdminPage>
  );
}

interface PlacesProps {
  readonly details: VersionDetails;
  readonly params: SearchParams;
}

/** The lists whose places the map shows. */
function Places({ details, params }: PlacesProps) {
  const { version, comparison } = details;
  const hrefOf = (changed: { readonly towns?: number; readonly points?: number }) => {
    const { towns, points } = { towns: params.towns ?? 1, points: params.points ?? 1, ...changed };
    return `/admin/coverage/versions/${version.id}?towns=${towns}&points=${points}`;
  };
  return (
    <>
      {comparison !== undefined && (
        <>
          <Section title="Where it changes">
            <ChangedTownTable comparison={comparison} page={params.towns} hrefOf={(towns) => hrefOf({ towns })} />
          </Section>
          <Section title="Points whose answer changes" intro={samplesIntro(comparison.changedAnswers.length)}>
            <SampleTable
              samples={comparison.changedAnswers}
              page={params.points}
              hrefOf={(points) => hrefOf({ points })}
            />
          </Section>
        </>
      )}
    </>
  );
}

function samplesIntro(count: number): string {
  if (count === 0) return 'Drawn at random from all places that change.';
  return `${count} drawn at random from all places that change, larger ones more often, with the answer of the broadband API there.`;
}

/** What an editor should know before publishing a version. */
function NextStep({ details }: { readonly details: VersionDetails }) {
  const { version, isOutdated, publishedId, losses } = details;
  if (version.publishedAt !== null) return null;
  if (isOutdated) {
    return (
      <p>
        {outdatedWords({ versionId: version.id, baseId: version.baseId, publishedId })} It is not lost: “Rebuild and
        publish” makes its changes again on {versionWords(publishedId)} and publishes the result.
      </p>
    );
  }
  if (losses === undefined) {
    return <p>How much it takes away is being measured. If you publish it before, that is measured first.</p>;
  }
  if (losses.length === 0) return null;
  return (
    <p>
      <strong>Publishing it takes away {lossWords(losses)}.</strong> You confirm that by typing the technology’s name.
    </p>
  );
}

const columns: readonly Column<ChangedTown>[] = [
  { key: 'technology', title: 'Technology', render: ({ technology }) => technology },
  {
    key: 'town',
    title: 'Nearest town',
    render: ({ technology, town, at }) => (
      <ShowOnMap place={{ ...at, technology, words: `where ${technology} changes most near ${town}` }}>
        {town}
      </ShowOnMap>
    ),
  },
  { key: 'gained', title: 'Gained, km²', isNumber: true, render: ({ gained }) => area(gained) },
  { key: 'lost', title: 'Lost, km²', isNumber: true, render: ({ lost }) => area(lost) },
  { key: 'altered', title: 'Other offers, km²', isNumber: true, render: ({ altered }) => area(altered) },
];

/** How many are shown at once. */
const townsShown = 4;

interface ChangedTownTableProps {
  readonly comparison: Comparison;
  /** As the address has it. */
  readonly page: unknown;
  readonly hrefOf: (page: number) => string;
}

/** Where a version changes something, by the nearest town. */
function ChangedTownTable({ comparison, page: asked, hrefOf }: ChangedTownTableProps) {
  const { page, last, rows } = pageOf(changedTowns(comparison.changedCells), asked, townsShown);
  return (
    <>
      <DataTable
        label="changes by town"
        columns={columns}
        rows={rows}
        rowKey={({ technology, town }) => `${technology} ${town}`}
        empty={<p>Nothing changes.</p>}
      />
      <PageLinks label="changes by town" page={page} last={last} hrefOf={hrefOf} />
    </>
  );
}

function area(squareKilometres: number): string {
  if (squareKilometres === 0) return '–';
  if (squareKilometres < 0.005) return '< 0.01';
  return areaFigure(squareKilometres);
}

/** Where a version comes from. */
function VersionFacts({ details }: { readonly details: VersionDetails }) {
  const { version, layers, reading } = details;
  const { baseId, source, sha256, bytes, note, madeBy, providerId, createdAt, publishedAt } = version;
  const days = new Set(
    layers.filter(({ isNew }) => isNew).map(({ asOf }) => (asOf === null ? 'no date given' : dayWords(asOf))),
  );
  return (
    <Facts
      facts={[
        ['Made on', baseId === null ? 'nothing: it was the first version' : <BaseLink key="base" id={baseId} />],
        ...(providerId === null ? [] : [['Delivered by', providerName(providerId)] as const]),
        ['Made by', madeBy],
        ['Made', <Instant key="made" at={createdAt} />],
        ...(publishedAt === null ? [] : [['Last published', <Instant key="published" at={publishedAt} />] as const]),
        ...(source === null ? [['Description', note] as const] : []),
        ...(source === null ? [] : [['File', source] as const]),
        ...(bytes === null ? [] : [['Size of the file', `${number(bytes)} bytes`] as const]),
        ...(sha256 === null ? [] : [['SHA-256 of the file', sha256] as const]),
        ...(days.size === 0 ? [] : [['Data as of', [...days].join(', ')] as const]),
        ...(reading === undefined
          ? []
          : [
              ['Accuracy', accuracyWords(reading.projection.accuracyMetres)] as const,
              ['Format', reading.format] as const,
            ]),
      ]}
    />
  );
}

function providerName(id: number): string {
  return getProvider(connections().reader, id)?.name ?? `provider ${id}`;
}

function BaseLink({ id }: { readonly id: number }) {
  return (
    <Link prefetch={false} href={`/admin/coverage/versions/${id}`}>
      Version {id}
    </Link>
  );
}

/** Rounding to whole units moves a position by at most 8 mm, in any reference system. */
function accuracyWords(metres: number): string {
  return metres === 0 ? 'as in the file, within 1 cm' : `within ${metres} m of WGS 84`;
}
