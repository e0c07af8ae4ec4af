import 'leaflet/dist/leaflet.css';
import { type ReactNode, useEffect } from 'react';
import { MapContainer, type MapContainerProps, ScaleControl, useMap, ZoomControl } from 'react-leaflet';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { whenIdle } from '#components/ui/when-idle.ts';
import type { MapView } from '#lib/map/fragment.ts';
import styles from './BaseMap.module.css';
import { maxZoom, placeOnMap, reachBounds, serviceBounds } from './bounds.ts';
import { Ground } from './ground/Ground.tsx';
import type { BaseMapState } from './ground/use-base-map.ts';
import { useZoom } from './layers/use-zoom.ts';
import type { Pins } from './places/AddressDots.tsx';
import { prefersReducedMotion } from './prefers-reduced-motion.ts';

// once the page is there
const CoveredNames = onDemand(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve, new AbortController().signal));
  return (await import('./places/CoveredNames.tsx')).CoveredNames;
});

interface BaseMapProps {
  readonly base: BaseMapState;
  /** The initial view; without it, the whole service area. */
  readonly view?: MapView | undefined;
  /** The points with a pin. */
  readonly pins: Pins;
  readonly children: ReactNode;
}

/** New Zealand with land, streets, names and controls. */
export function BaseMap({ base, view, pins, children }: BaseMapProps) {
  const say = useSay();
  const isAnimated = !prefersReducedMotion();
  return (
    <MapContainer
      className={styles.map}
      {...initialView(view)}
      maxBounds={reachBounds}
      maxBoundsViscosity={0.8}
      minZoom={4}
      maxZoom={maxZoom}
      zoomSnap={0.25}
      zoomDelta={1}
      zoomControl={false}
      zoomAnimation={isAnimated}
      fadeAnimation={isAnimated}
      markerZoomAnimation={isAnimated}
      inertia={isAnimated}
      attributionControl={false}
    >
      <KeepSize />
      <DrawAgainOnline />
      <ZoomTracker onChange={base.onZoom} />
      <Ground {...base} pins={pins} />
      <ZoomControl position="topright" zoomInTitle={say('map.zoom-in')} zoomOutTitle={say('map.zoom-out')} />
      <ScaleControl position="bottomleft" imperial={false} />
      {children}
      <CoveredNames />
      <HideDrawings />
    </MapContainer>
  );
}

/** Reports the zoom from the first; it listens before the map follows a point. */
function ZoomTracker({ onChange }: { readonly onChange: (zoom: number) => void }) {
  const zoom = useZoom();
  useEffect(() => onChange(zoom), [onChange, zoom]);
  return null;
}

function initialView(
  view: MapView | undefined,
): Pick<MapContainerProps, 'bounds' | 'boundsOptions' | 'center' | 'zoom'> {
  if (view !== undefined && reachBounds.contains(placeOnMap(view))) {
    return { center: placeOnMap(view), zoom: view.zoom };
  }
  return { bounds: serviceBounds, boundsOptions: { paddingTopLeft: [8, 8], paddingBottomRight: [8, 24] } };
}

/** Hides what is drawn on the map from screen readers, which would name each drawing "graphics document". */
function HideDrawings() {
  const map = useMap();
  useEffect(() => {
    const { mapPane, markerPane, ...drawings } = map.getPanes();
    for (const pane of Object.values(drawings)) pane.ariaHidden = 'true';
  }, [map]);
  return null;
}

/** Draws again what could not be loaded while there was no connection: tiles, the coast and names. */
function DrawAgainOnline() {
  const map = useMap();
  useEffect(() => {
    // a layer's own `redraw` would ask for tiles of a fraction of a zoom
    const draw = () => map.fire('viewprereset').fire('viewreset').fire('moveend');
    window.addEventListener('online', draw);
    return () => window.removeEventListener('online', draw);
  }, [map]);
  return null;
}

/** Keeps the middle of the map in the middle when its element changes its size: as the sheet is dragged, and for printing. */
function KeepSize() {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    const resize = () => {
      const { x, y } = map.getSize();
      if (x === container.clientWidth && y === container.clientHeight) return;
      // Leaflet's own way would round the middle to a pixel, and so change the address
      const middle = map.getCenter();
      map.invalidateSize({ animate: false, pan: false });
      map.setView(middle, map.getZoom(), { animate: false });
    };
    const observer = new ResizeObserver(resize);
    observer.observe(container);
    const printing = window.matchMedia('print');
    printing.addEventListener('change', resize);
    return () => {
      observer.disconnect();
      printing.removeEventListener('change', resize);
    };
  }, [map]);
  return null;
}
