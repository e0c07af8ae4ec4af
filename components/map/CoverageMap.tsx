'use client';

import 'leaflet/dist/leaflet.css';
import { useCallback, useState } from 'react';
import { MapContainer, type MapContainerProps, ScaleControl, ZoomControl } from 'react-leaflet';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { MapView } from '#lib/map/fragment.ts';
import type { StreetMap } from '#lib/map/layers/street-map.ts';
import { AskedPin } from './asking/AskedPin.tsx';
import { AskOnClick } from './asking/AskOnClick.tsx';
import { AskOnEnter } from './asking/AskOnEnter.tsx';
import { CloseGround } from './asking/CloseGround.tsx';
import { FollowPoint } from './asking/FollowPoint.tsx';
import type { Ask, Question } from './asking/question.ts';
import { mostZoom, placeOnMap, reachBounds, serviceBounds } from './bounds.ts';
import styles from './CoverageMap.module.css';
import { KeepView } from './KeepView.tsx';
import { CoverageTiles } from './layers/CoverageTiles.tsx';
import { LandOutline } from './layers/LandOutline.tsx';
import { LayerPanel } from './layers/LayerPanel.tsx';
import { MapNotes } from './layers/MapNotes.tsx';
import { ServiceAreaFrame } from './layers/ServiceAreaFrame.tsx';
import { StreetTiles } from './layers/StreetTiles.tsx';
import { TownLabels } from './layers/TownLabels.tsx';
import { useCoverageLayers } from './layers/use-coverage-layers.ts';
import { MapHint } from './MapHint.tsx';
import { prefersReducedMotion } from './prefers-reduced-motion.ts';
import { useFragment } from './use-fragment.ts';

interface CoverageMapProps {
  readonly question: Question | undefined;
  readonly onAsk: Ask;
  readonly streetMap: StreetMap | undefined;
}

/** New Zealand, to be pointed at, with where each technology is. */
export function CoverageMap({ question, onAsk, streetMap }: CoverageMapProps) {
  const say = useSay();
  const [fragment, changeFragment] = useFragment();
  const point = question?.point;
  const [nearer, setNearer] = useState({ while: point, is: false });
  if (nearer.while !== point) setNearer({ while: point, is: false });
  // one and the same function: a click must not find that of a question before, while listeners are exchanged
  const comeNearer = useCallback(() => setNearer((known) => ({ ...known, is: true })), []);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const openPanel = useCallback(() => setIsPanelOpen(true), []);
  const { layers, lookAgain } = useCoverageLayers(isPanelOpen || fragment.layers.length > 0);
  const drawn = layers?.filter(({ setId }) => fragment.layers.includes(setId)) ?? [];
  return (
    <>
      <MapContainer
        className={styles.map}
        {...startOf(fragment.view)}
        maxBounds={reachBounds}
        maxBoundsViscosity={0.8}
        minZoom={4}
        maxZoom={mostZoom}
        zoomSnap={0.25}
        zoomDelta={1}
        zoomControl={false}
        {...movements(!prefersReducedMotion())}
        attributionControl={false}
      >
        <CloseGround />
        <LandOutline />
        {streetMap !== undefined && <StreetTiles url={streetMap.url} />}
        <CoverageTiles layers={drawn} opacity={fragment.opacity} onMissing={lookAgain} />
        <ServiceAreaFrame />
        <TownLabels />
        <ZoomControl position="topright" zoomInTitle={say('map.zoom-in')} zoomOutTitle={say('map.zoom-out')} />
        <ScaleControl position="bottomleft" imperial={false} />
        <AskOnClick onAsk={onAsk} onNearer={comeNearer} />
        <AskOnEnter onAsk={onAsk} onNearer={comeNearer} />
        <FollowPoint question={question} hasStreets={streetMap !== undefined} />
        <KeepView onChange={changeFragment} />
        {point !== undefined && <AskedPin point={point} onAsk={onAsk} />}
      </MapContainer>
      <LayerPanel layers={layers} shown={fragment} onChange={changeFragment} onOpen={openPanel} />
      <MapHint isNearer={nearer.is} hasStreets={streetMap !== undefined} />
      <MapNotes streetMap={streetMap} />
    </>
  );
}

/** What moves by itself on the map. */
function movements(isOn: boolean) {
  return { zoomAnimation: isOn, fadeAnimation: isOn, markerZoomAnimation: isOn, inertia: isOn };
}

/** The map begins where its address says, else with the whole area that the service answers for. */
function startOf(view: MapView | undefined): Pick<MapContainerProps, 'bounds' | 'boundsOptions' | 'center' | 'zoom'> {
  if (view !== undefined && reachBounds.contains(placeOnMap(view))) {
    return { center: placeOnMap(view), zoom: view.zoom };
  }
  return { bounds: serviceBounds, boundsOptions: { paddingTopLeft: [8, 8], paddingBottomRight: [8, 24] } };
}
