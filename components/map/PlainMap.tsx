import 'leaflet/dist/leaflet.css';
import type { ReactNode } from 'react';
import { MapContainer, ScaleControl, ZoomControl } from 'react-leaflet';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { StreetMap } from '#lib/map/layers/street-map.ts';
import { CloseGround } from './asking/CloseGround.tsx';
import { mostZoom, reachBounds, serviceBounds } from './bounds.ts';
import styles from './CoverageMap.module.css';
import { LandOutline } from './layers/LandOutline.tsx';
import { MapNotes } from './layers/MapNotes.tsx';
import { ServiceAreaFrame } from './layers/ServiceAreaFrame.tsx';
import { StreetTiles } from './layers/StreetTiles.tsx';
import { TownLabels } from './layers/TownLabels.tsx';

interface PlainMapProps {
  readonly streetMap: StreetMap | undefined;
  /** What is drawn on it, and how it is pointed at. */
  readonly children: ReactNode;
}

/** New Zealand without coverage, for pages that ask something else of it than one point. */
export function PlainMap({ streetMap, children }: PlainMapProps) {
  const say = useSay();
  return (
    <>
      <MapContainer
        className={styles.map}
        bounds={serviceBounds}
        boundsOptions={{ paddingTopLeft: [8, 8], paddingBottomRight: [8, 24] }}
        maxBounds={reachBounds}
        maxBoundsViscosity={0.8}
        minZoom={4}
        maxZoom={mostZoom}
        zoomSnap={0.25}
        zoomDelta={1}
        zoomControl={false}
        attributionControl={false}
      >
        <CloseGround />
        <LandOutline />
        {streetMap !== undefined && <StreetTiles url={streetMap.url} />}
        <ServiceAreaFrame />
        <TownLabels />
        <ZoomControl position="topright" zoomInTitle={say('map.zoom-in')} zoomOutTitle={say('map.zoom-out')} />
        <ScaleControl position="bottomleft" imperial={false} />
        {children}
      </MapContainer>
      <MapNotes streetMap={streetMap} without="area.no-streets" />
    </>
  );
}
