'use client';

import type { LatLng } from 'leaflet';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { KeyboardCross } from '#components/map/asking/KeyboardCross.tsx';
import { askAt, pointAt } from '#components/map/asking/point-at.ts';
import { BestTiles, bestStrength, CoverageTiles } from '#components/map/layers/CoverageTiles.tsx';
import { wrapLongitude } from '#lib/map/degrees.ts';
import { type MapFragment, parseFragment, writeFragment } from '#lib/map/fragment.ts';
import {
  type BestLayer,
  type CoverageLayer,
  isPictureBehind,
  parseBestLayer,
  parseCoverageLayers,
  parseEarlierDays,
} from '#lib/map/layers/coverage-layers.ts';
import type { BaseMaps } from '#lib/map/layers/street-map.ts';
import { addressBar, useBackButton } from './address-bar.ts';
import { QuestionPin } from './asking/QuestionPin.tsx';
import type { Ask, Question } from './asking/question.ts';
import { BaseMap } from './BaseMap.tsx';
import { placeOnMap, reachBounds } from './bounds.ts';
import { useBaseMap } from './ground/use-base-map.ts';
import { LayerPanel } from './layers/LayerPanel.tsx';
import { Legend } from './layers/Legend.tsx';
import { MapNotes } from './layers/MapNotes.tsx';
import styles from './MapHint.module.css';
import { prefersReducedMotion } from './prefers-reduced-motion.ts';

interface CoverageMapProps {
  readonly question: Question | undefined;
  readonly onAsk: Ask;
  readonly maps: BaseMaps;
}

/** The map to ask on, with the coverage of each technology. */
export function CoverageMap({ question, onAsk, maps }: CoverageMapProps) {
  const [fragment, changeFragment] = useFragment();
  const point = question?.point;
  const base = useBaseMap(maps);
  const hasStreets = base.shown !== 'built-in';
  const [hint, setHint] = useState({ point, isShown: false });
  if (hint.point !== point) setHint({ point, isShown: false });
  // must not change between renders: a click while listeners are replaced would reach the function of an older question
  const showHint = useCallback(() => setHint((shown) => ({ ...shown, isShown: true })), []);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const openPanel = useCallback(() => setIsPanelOpen(true), []);
  const isBest = fragment.layers === 'best';
  const chosen = fragment.layers === 'best' ? [] : fragment.layers;
  const { asOf } = fragment;
  const isDrawn = isBest || chosen.length > 0;
  const { layers, best, days, isBehind, isLost, hasFailed, refresh } = useCoverageLayers(isPanelOpen || isDrawn, asOf);
  const visible = layers?.filter(({ setId }) => chosen.includes(setId)) ?? [];
  const strength = fragment.opacity / 100;
  const [lacking, setLacking] = useState<Readonly<Record<string, boolean>>>({});
  const noteTiles = useCallback(
    (pictures: string, areLacking: boolean) => {
      // a newer version may have been published
      if (areLacking) refresh();
      setLacking((noted) => (noted[pictures] === areLacking ? noted : { ...noted, [pictures]: areLacking }));
    },
    [refresh],
  );
  const drawn = isBest ? [best] : visible;
  return (
    <>
      <BaseMap base={base} view={fragment.view} pins={[point]}>
        <CoverageTiles layers={visible} opacity={strength} onTiles={noteTiles} />
        {isBest && best && <BestTiles pictures={best.pictures} strength={strength} onTiles={noteTiles} />}
        <AskOnMap onAsk={onAsk} onZoomIn={showHint} />
        <FollowPoint question={question} hasStreets={hasStreets} />
        <ViewTracker onChange={changeFragment} />
        {point !== undefined && <QuestionPin point={point} onAsk={onAsk} />}
      </BaseMap>
      <LayerPanel
        layers={layers}
        days={days}
        shown={fragment}
        onChange={changeFragment}
        onOpen={openPanel}
        base={base}
      />
      <MapNotes
        base={base}
        keys="map.keys"
        isBehind={isBehind === true && (isBest || visible.length > 0)}
        asOf={isDrawn ? asOf : ''}
        isLost={isLost}
        isLacking={isDrawn && (hasFailed || drawn.some((layer) => layer && lacking[layer.pictures]))}
      >
        <MapHint isShown={hint.isShown} hasStreets={hasStreets} />
        {isBest && best && (
          <Legend
            title={asOf === '' ? 'layers.best' : 'layers.best-then'}
            layers={best.setIds.flatMap((setId) => layers?.find((layer) => layer.setId === setId) ?? [])}
            strength={strength * bestStrength}
          />
        )}
        <Legend title="layers.shown" layers={visible} strength={strength} mayOverlap />
      </MapNotes>
    </>
  );
}

interface MapHintProps {
  readonly isShown: boolean;
  readonly hasStreets: boolean;
}

/** What to do after the map has zoomed in; also for screen readers. */
function MapHint({ isShown, hasStreets }: MapHintProps) {
  const say = useSay();
  return (
    <p role="status" className={styles.hint}>
      {isShown && say(hasStreets ? 'map.point-at-roof' : 'map.point-at-roof-without-streets')}
    </p>
  );
}

interface AskOnMapProps {
  readonly onAsk: Ask;
  readonly onZoomIn: () => void;
}

/** A click, a tap, or Enter on the keyboard points at a place; a long press asks about it at once, at any zoom. */
function AskOnMap({ onAsk, onZoomIn }: AskOnMapProps) {
  const map = useMap();
  const ask = useCallback((place: LatLng) => askAt(map, place, onAsk), [map, onAsk]);
  const point = useCallback((place: LatLng) => pointAt(map, place, onAsk, onZoomIn), [map, onAsk, onZoomIn]);
  const isLongPress = useLongPress(ask);
  useMapEvent('click', ({ latlng, originalEvent }) => {
    // the second of two quick clicks only zooms
    if (originalEvent.detail < 2 && !isLongPress.current) point(latlng);
  });
  return <KeyboardCross label="map.label" onEnter={point} />;
}

/**
 * The state of the map in the fragment of the address, and a function to change it without a new history entry. Only for
 * components that are not rendered on the server, which never sees a fragment.
 */
function useFragment(): readonly [MapFragment, (change: Partial<MapFragment>) => void] {
  const [fragment, setFragment] = useState(() => parseFragment(window.location.hash));
  const latest = useRef(fragment);

  const change = useCallback((changed: Partial<MapFragment>) => {
    // the answer beside the map changes what is shown of it
    const { only } = parseFragment(window.location.hash);
    latest.current = { ...latest.current, ...changed, only };
    setFragment(latest.current);
    const { pathname, search } = window.location;
    addressBar.replace(`${pathname}${search}${writeFragment(latest.current)}`);
  }, []);

  const readAgain = useCallback(() => {
    latest.current = parseFragment(window.location.hash);
    setFragment(latest.current);
  }, []);
  useBackButton(readAgain);

  return [fragment, change];
}

interface ViewTrackerProps {
  /** Must not change between renders: a map that jumps while listeners are replaced would be missed. */
  readonly onChange: (change: Pick<MapFragment, 'view'>) => void;
}

/** Reports the visible part of the map after each movement, and moves the map when only the fragment of the address changes. */
function ViewTracker({ onChange }: ViewTrackerProps) {
  const map = useMap();
  const report = useCallback(() => {
    const { lat, lng } = map.getCenter();
    onChange({ view: { zoom: map.getZoom(), latitude: lat, longitude: wrapLongitude(lng) } });
  }, [map, onChange]);
  useMapEvent('moveend', report);
  useEffect(() => {
    const follow = () => {
      const { view } = parseFragment(window.location.hash);
      if (view === undefined || !reachBounds.contains(placeOnMap(view))) return;
      map.setView(placeOnMap(view), view.zoom, { animate: !prefersReducedMotion() });
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [map]);
  return null;
}

/** Close enough to see the houses around a point; a town; a street address; a place, without a street map. */
const zooms = { streets: 15, town: 12, address: 17, place: 14 };

interface FollowPointProps {
  readonly question: Question | undefined;
  readonly hasStreets: boolean;
}

/**
 * Centres the map on a point that was not chosen on it, unless the map does not extend that far. The view in the fragment
 * of a link takes precedence.
 */
function FollowPoint({ question, hasStreets }: FollowPointProps) {
  const map = useMap();
  const { origin, point, isAddress } = question ?? {};

  useEffect(() => {
    if (point === undefined || origin === 'map') return;
    const { view } = origin === 'link' ? parseFragment(window.location.hash) : {};
    const place = placeOnMap(view ?? point);
    if (!reachBounds.contains(place)) return;
    const zoom = view?.zoom ?? Math.max(map.getZoom(), zoomFor(origin, isAddress, hasStreets));
    map.setView(place, zoom, { animate: !prefersReducedMotion() });
  }, [map, origin, point, isAddress, hasStreets]);

  return null;
}

function zoomFor(origin: Question['origin'] | undefined, isAddress: boolean | undefined, hasStreets: boolean): number {
  if (isAddress) return zooms.address;
  if (hasStreets) return zooms.streets;
  return origin === 'town' ? zooms.town : zooms.place;
}

/** The minimum time between two requests, in milliseconds: many missing tiles cause only one. */
const pauseMs = 10_000;

/** What the map knows of its coverage layers. */
interface Found {
  readonly layers: readonly CoverageLayer[];
  readonly best: BestLayer | undefined;
  /** The earlier days that can be drawn. */
  readonly days: readonly string[];
  /** Whether their picture is older than the answers. */
  readonly isBehind: boolean;
  /** Whether the coverage of the day is not kept. */
  readonly isLost: boolean;
}

interface CoverageLayers extends Partial<Omit<Found, 'days'>> {
  readonly days: readonly string[] | undefined;
  /** Whether they could not be loaded, so far. */
  readonly hasFailed: boolean;
  readonly refresh: () => void;
}

/**
 * The coverage layers of the map, as of a day or at present (empty); undefined until they are wanted and loaded. They are
 * asked for again until they have come, and while their picture is behind. Call `refresh` when tiles are missing, as a
 * newer version may have been published.
 */
function useCoverageLayers(isWanted: boolean, asOf: string): CoverageLayers {
  const [found, setFound] = useState<Found & { readonly asOf: string }>();
  const [hasFailed, setHasFailed] = useState(false);
  const requested = useRef({ asOf, at: Number.NEGATIVE_INFINITY });

  const refresh = useCallback(() => {
    const { current: last } = requested;
    if (last.asOf === asOf && performance.now() - last.at < pauseMs) return;
    requested.current = { asOf, at: performance.now() };
    void fetchLayers(asOf).then((next) => {
      // another day may have been chosen since
      if (requested.current.asOf !== asOf) return;
      setHasFailed(next === undefined);
      if (next !== undefined) setFound({ ...next, asOf });
    });
  }, [asOf]);

  const own = found?.asOf === asOf ? found : undefined;
  const isComplete = own?.isBehind === false;
  useEffect(() => {
    if (isWanted) refresh();
    if (!isWanted || isComplete) return;
    const timer = window.setInterval(refresh, pauseMs);
    return () => window.clearInterval(timer);
  }, [isWanted, isComplete, refresh]);
  // the days are the same whichever is drawn
  return { ...own, days: found?.days, hasFailed: own === undefined && hasFailed, refresh };
}

async function fetchLayers(asOf: string): Promise<Found | undefined> {
  try {
    const response = await fetch(asOf === '' ? '/tiles' : `/tiles?as_of=${asOf}`);
    if (asOf !== '' && (response.status === 404 || response.status === 400)) {
      const present = await fetchLayers('');
      return present && { ...present, layers: [], best: undefined, isLost: true };
    }
    const body: unknown = response.ok ? await response.json() : undefined;
    const layers = parseCoverageLayers(body);
    if (layers === undefined) return undefined;
    const [best, days] = [parseBestLayer(body), parseEarlierDays(body)];
    return { layers, best, days, isBehind: isPictureBehind(body), isLost: false };
  } catch {
    return undefined;
  }
}

/** How long a press lasts, in milliseconds, and how far the finger may move during it, in pixels. */
const pressMs = 600;
const maxMovePixels = 12;

/**
 * Detects a long press on the map, for which phones have no common event.
 *
 * @returns whether the last touch was a long press, so that a click after it must be ignored
 */
function useLongPress(onPress: (place: LatLng) => void): RefObject<boolean> {
  const map = useMap();
  const wasLong = useRef(false);

  useEffect(() => {
    const container = map.getContainer();
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined;
    const end = () => {
      clearTimeout(press?.timer);
      press = undefined;
    };
    const begin = (event: PointerEvent) => {
      end();
      wasLong.current = false;
      const { pointerType, isPrimary, target, clientX: x, clientY: y } = event;
      const isElsewhere =
        target instanceof Element && target.closest('.leaflet-control, .leaflet-interactive') !== null;
      if (pointerType !== 'touch' || !isPrimary || isElsewhere) return;
      const place = map.mouseEventToLatLng(event);
      const finish = () => {
        wasLong.current = true;
        onPress(place);
      };
      press = { timer: setTimeout(finish, pressMs), x, y };
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (press !== undefined && Math.hypot(clientX - press.x, clientY - press.y) > maxMovePixels) end();
    };
    container.addEventListener('pointerdown', begin, options);
    container.addEventListener('pointermove', move, options);
    container.addEventListener('pointerup', end, options);
    container.addEventListener('pointercancel', end, options);
    // a context menu would cover the answer
    container.addEventListener(
      'contextmenu',
      (event) => {
        if (press !== undefined || wasLong.current) event.preventDefault();
      },
      options,
    );
    return () => {
      end();
      listening.abort();
    };
  }, [map, onPress]);

  return wasLong;
}
