'use client';

import 'leaflet/dist/leaflet.css';
import { MapContainer, ZoomControl } from 'react-leaflet';
import { useSay } from '../words/Words.tsx';
import { AskedPin } from './AskedPin.tsx';
import { AskOnClick } from './AskOnClick.tsx';
import { AskOnEnter } from './AskOnEnter.tsx';
import { reachBounds, serviceBounds } from './bounds.ts';
import styles from './CoverageMap.module.css';
import { FollowPoint } from './FollowPoint.tsx';
import { LandOutline } from './LandOutline.tsx';
import type { Ask, Question } from './question.ts';
import { ServiceAreaFrame } from './ServiceAreaFrame.tsx';
import { TownLabels } from './TownLabels.tsx';

interface CoverageMapProps {
  readonly question: Question | undefined;
  readonly onAsk: Ask;
}

/** New Zealand as an outline, to be pointed at. */
export function CoverageMap({ question, onAsk }: CoverageMapProps) {
  const say = useSay();
  return (
    <MapContainer
      className={styles.map}
      bounds={serviceBounds}
      boundsOptions={{ paddingTopLeft: [8, 8], paddingBottomRight: [8, 24] }}
      maxBounds={reachBounds}
      maxBoundsViscosity={0.8}
      minZoom={4}
      maxZoom={12}
      zoomSnap={0.25}
      zoomDelta={1}
      zoomControl={false}
      attributionControl={false}
    >
      <LandOutline />
      <ServiceAreaFrame />
      <TownLabels />
      <ZoomControl position="topright" zoomInTitle={say('map.zoom-in')} zoomOutTitle={say('map.zoom-out')} />
      <AskOnClick onAsk={onAsk} />
      <AskOnEnter onAsk={onAsk} />
      <FollowPoint question={question} />
      {question !== undefined && <AskedPin point={question.point} />}
    </MapContainer>
  );
}
