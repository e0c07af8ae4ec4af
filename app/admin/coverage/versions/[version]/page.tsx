import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { Downloads } from '#app/admin/coverage/Downloads.tsx';
import { VersionActions } from '#app/admin/coverage/VersionActions.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { ChangesMap } from '#components/admin/changes-map/ChangesMap.tsx';
import { PlacesOnMap } from '#components/admin/changes-map/ShownPlace.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { requireVersionDetails, type VersionDetails } from '#db/broadband/version-details.ts';
import { connections } from '#db/client.ts';
import { importReportLines, readingLines } from '#lib/broadband/import/report-words.ts';
import { now } from '#lib/clock.ts';
import { Refusal } from '#lib/refusal.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { AreaTable } from './AreaTable.tsx';
import { ChangedTownTable } from './ChangedTownTable.tsx';
import { FiguresProgress } from './FiguresProgress.tsx';
import { getFiguresView } from './figures-view.ts';
import { NextStep } from './NextStep.tsx';
import { ProblemList } from './ProblemList.tsx';
import { SampleTable } from './SampleTable.tsx';
import { VersionFacts } from './VersionFacts.tsx';
import { VersionLayers } from './VersionLayers.tsx';
import { versionMap } from './version-map.ts';

export const metadata: Metadata = { title: 'Coverage version' };

export default async function VersionPage({ params }: { params: Promise<{ version: string }> }) {
  const { role } = await requireStaff();
  const details = getDetails(numberOf((await params).version));
  if (details === undefined) notFound();
  const { version, isPublished, isOutdated, losses, publishedId } = details;
  const figures = getFiguresView(version.id);
  const base = version.baseId === null ? 'nothing, because it was the first' : `version ${version.baseId}`;
  return (
    <AdminPage
      title={`Version ${version.id}`}
      intro={`What it changes against ${base}, and where.`}
      actions={
        <Group gap="xs">
          {isRoleEnough(role, 'editor') && (
            <VersionActions
              {...{ id: version.id, baseId: version.baseId, publishedId, isPublished, isOutdated, losses }}
              canDelete={false}
              isProminent
            />
          )}
          <LinkButton variant="default" href="/admin/coverage">
            All versions
          </LinkButton>
        </Group>
      }
    >
      <Section title="About this version">
        <VersionFacts details={details} />
        <NextStep details={details} />
      </Section>
      <Section
        title="What changes"
        intro="Areas on the ellipsoid. The area of a technology is the union over its providers."
      >
        {figures !== undefined && <FiguresProgress versionId={version.id} view={figures} />}
        <AreaTable {...details} />
      </Section>
      <Places details={details} />
      <ImportReport details={details} />
      <Section title="Layers" intro="A layer is one delivery of a provider for a technology.">
        <VersionLayers {...details} />
      </Section>
      {(isPublished || version.publishedAt !== null) && <Downloads versionId={version.id} />}
    </AdminPage>
  );
}

/** The map, and the lists whose places it shows. */
function Places({ details }: { readonly details: VersionDetails }) {
  const { comparison, report, problems } = details;
  return (
    <PlacesOnMap>
      <Section title="Map" intro="Everything on it is also in the lists below.">
        <ChangesMap content={versionMap(details)} />
      </Section>
      {comparison !== undefined && (
        <>
          <Section title="Where it changes">
            <ChangedTownTable comparison={comparison} />
          </Section>
          <Section title="Points whose answer changes" intro={samplesIntro(comparison.changedAnswers.length)}>
            <SampleTable samples={comparison.changedAnswers} />
          </Section>
        </>
      )}
      {report !== undefined && (
        <Section title="Problems in the file">
          <ProblemList problems={problems} report={report} />
        </Section>
      )}
    </PlacesOnMap>
  );
}

function ImportReport({ details: { report, reading } }: { readonly details: VersionDetails }) {
  if (report === undefined) return null;
  const lines = [...(reading === undefined ? [] : readingLines(reading)), ...importReportLines(report)];
  return (
    <Section title="What its import found">
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  );
}

/** Undefined for a version that does not exist or is still being made: there is nothing to show. */
function getDetails(versionId: number): VersionDetails | undefined {
  try {
    return requireVersionDetails(connections().reader, versionId, now());
  } catch (fault) {
    if (fault instanceof Refusal) return undefined;
    throw fault;
  }
}

function samplesIntro(count: number): string {
  if (count === 0) return 'Drawn at random from all places that change.';
  return `${count} drawn at random from all places that change, larger ones more often, with the answer of the broadband API there.`;
}
