import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { AreaTable } from '#app/admin/coverage/versions/[version]/AreaTable.tsx';
import { ImportReport } from '#app/admin/coverage/versions/[version]/ImportReport.tsx';
import { VersionLayers } from '#app/admin/coverage/versions/[version]/VersionLayers.tsx';
import styles from '#app/admin/coverage/versions/[version]/version.module.css';
import { getDetails, versionMap } from '#app/admin/coverage/versions/[version]/version-view.ts';
import { requireOwnNetwork } from '#app/admin/guard.ts';
import { DeliveryState } from '#app/admin/own/deliveries/delivery-columns.tsx';
import { ChangesMap } from '#components/admin/changes-map/ChangesMap.tsx';
import { PlacesOnMap } from '#components/admin/changes-map/ShownPlace.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LiveRefresh } from '#components/admin/LiveRefresh.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Fold, Section } from '#components/admin/Section.tsx';
import { type Delivery, getDelivery } from '#db/broadband/own/deliveries.ts';
import type { DetailedLayer, VersionDetails } from '#db/broadband/version-details.ts';
import type { VersionLayer } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import type { ComparedArea } from '#lib/broadband/measure/comparison.ts';
import { versionSummary } from '#lib/words/coverage/version-summary.ts';

export const metadata: Metadata = { title: 'Delivery' };

/** A delivery before and after staff publish it: what changes, on a map and in figures, and what its import found. */
export default async function DeliveryPage({ params }: { params: Promise<{ delivery: string }> }) {
  const own = await requireOwnNetwork();
  const delivery = getDelivery(connections().reader, own.id, numberOf((await params).delivery));
  const details = delivery && getDetails(delivery.id);
  if (delivery === undefined || details === undefined) notFound();
  const part = ownPart(details, own.name);
  const newLayers = part.layers.filter(({ isNew }) => isNew).length;
  // staff may have imported files of several providers together
  const isOwnFile = delivery.deliveredBy !== null;
  return (
    <AdminPage
      navigation={<BackLink href="/admin/own/deliveries">All deliveries</BackLink>}
      title={`Delivery ${delivery.id}`}
      state={<DeliveryState {...delivery} />}
    >
      {part.areas === undefined && <LiveRefresh everyMs={1000} />}
      <PlacesOnMap>
        <div className={styles.beginning}>
          <Section title="What it changes">
            <p className={styles.summary}>
              {versionSummary({ areas: part.areas, newLayers, removedLayers: part.removedLayers.length })}
            </p>
            <p>{nextWords(delivery, details)}</p>
            <Facts facts={factsOf(delivery)} />
          </Section>
          {isOwnFile && (
            <Section title="Map">
              <ChangesMap content={versionMap(details)} />
            </Section>
          )}
        </div>
        {details.comparison !== undefined && part.areas !== undefined && (
          <Section title="Areas" intro={`Of ${own.name}, by technology. Areas on the ellipsoid.`}>
            <AreaTable comparison={{ ...details.comparison, areas: part.areas }} layers={part.layers} />
          </Section>
        )}
        <Section title="Layers and file" intro="A layer is one delivery for a technology.">
          <VersionLayers {...part} />
          {isOwnFile && <ImportReport details={details} />}
          {part.layers.length + part.removedLayers.length === 0 && <Fold title="No layers">None of it is kept.</Fold>}
        </Section>
      </PlacesOnMap>
    </AdminPage>
  );
}

function factsOf({ source, deliveredBy, createdAt, publishedAt }: Delivery) {
  return [
    ...(source === null ? [] : [['File', source] as const]),
    ['Delivered by', deliveredBy ?? 'Staff'] as const,
    ['Imported', <Instant key="imported" at={createdAt} />] as const,
    ['Last published', <Instant key="published" at={publishedAt} never="Not yet" />] as const,
  ];
}

function nextWords({ isPublished, publishedAt }: Delivery, { isOutdated }: VersionDetails): string {
  if (isPublished) return 'It is published: the map and the API answer with it.';
  if (publishedAt !== null) return 'It was published, and a later version has taken its place.';
  if (isOutdated) return 'Other coverage was published since. Staff make it again on top of that, then publish it.';
  return 'Staff check it, then publish it. If it is wrong, deliver a better file: staff publish the one you tell them.';
}

/** What a version changes of one provider's coverage. */
interface OwnPart {
  /** Undefined until they are measured. */
  readonly areas: readonly ComparedArea[] | undefined;
  readonly layers: readonly DetailedLayer[];
  readonly removedLayers: readonly VersionLayer[];
}

/** The part of a version that is a provider's: its areas by technology, and its layers. */
function ownPart({ comparison, layers, removedLayers }: VersionDetails, provider: string): OwnPart {
  const isOwn = (each: { readonly provider: string | null }) => each.provider === provider;
  return {
    // as the areas of technologies: no other provider is shown
    areas: comparison?.areas.filter(isOwn).map((area) => ({ ...area, provider: null })),
    layers: layers.filter(isOwn),
    removedLayers: removedLayers.filter(isOwn),
  };
}
