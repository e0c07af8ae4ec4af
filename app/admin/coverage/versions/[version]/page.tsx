import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { Downloads } from '#app/admin/coverage/Downloads.tsx';
import { VersionActions } from '#app/admin/coverage/VersionActions.tsx';
import { VersionState } from '#app/admin/coverage/VersionState.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { BackLink } from '#app/admin/things/BackLink.tsx';
import { ChangesMap } from '#components/admin/changes-map/ChangesMap.tsx';
import { PlacesOnMap } from '#components/admin/changes-map/ShownPlace.tsx';
import type { ListPageProps, SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import type { VersionDetails } from '#db/broadband/version-details.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { versionSummary } from '#lib/words/coverage/version-summary.ts';
import { AreaTable } from './AreaTable.tsx';
import { ChangedTownTable } from './ChangedTownTable.tsx';
import { FiguresProgress } from './FiguresProgress.tsx';
import { Fold } from './Fold.tsx';
import { getFiguresView } from './figures-view.ts';
import { getDetails } from './get-details.ts';
import { ImportReport } from './ImportReport.tsx';
import { NextStep } from './NextStep.tsx';
import { SampleTable } from './SampleTable.tsx';
import { VersionFacts } from './VersionFacts.tsx';
import { VersionLayers } from './VersionLayers.tsx';
import styles from './version.module.css';
import { versionMap } from './version-map.ts';

export const metadata: Metadata = { title: 'Coverage version' };

interface VersionPageProps extends ListPageProps {
  readonly params: Promise<{ version: string }>;
}

export default async function VersionPage({ params, searchParams }: VersionPageProps) {
  const { role } = await requireStaff();
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
      state={<VersionState {...details} publishedAt={version.publishedAt} />}
      actions={
        isRoleEnough(role, 'editor') && (
          <VersionActions
            {...{ id: version.id, baseId: version.baseId, publishedId, isPublished, isOutdated, losses }}
            summary={comparison === undefined ? undefined : summary}
            canDelete={false}
            isProminent
          />
        )
      }
    >
      <PlacesOnMap>
        <div className={styles.beginning}>
          <Section title="What it changes">
            <p className={styles.summary}>{summary}</p>
            <NextStep details={details} />
            {figures !== undefined && <FiguresProgress versionId={version.id} view={figures} />}
          </Section>
          <Section title="Map">
            <ChangesMap content={versionMap(details)} />
          </Section>
        </div>
        <Section
          title="Areas"
          intro="Areas on the ellipsoid. The area of a technology is the union over its providers."
        >
          <AreaTable {...details} />
        </Section>
        <Places details={details} params={await searchParams} />
        <Section title="Layers and file" intro="A layer is one delivery of a provider for a technology.">
          <VersionLayers {...details} />
          <Fold title="Where it comes from">
            <VersionFacts details={details} />
          </Fold>
          <ImportReport details={details} />
        </Section>
      </PlacesOnMap>
      {(isPublished || version.publishedAt !== null) && <Downloads versionId={version.id} />}
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
