'use client';

import { useCallback, useState } from 'react';
import type { BaseMaps } from '#lib/map/layers/street-map.ts';
import { AskOnMap } from './asking/AskOnMap.tsx';
import { FollowPoint } from './asking/FollowPoint.tsx';
import { QuestionPin } from './asking/QuestionPin.tsx';
import type { Ask, Question } from './asking/question.ts';
import { BaseMap } from './BaseMap.tsx';
import { useBaseMap } from './ground/use-base-map.ts';
import { BestLegend } from './layers/BestLegend.tsx';
import { BestTiles } from './layers/BestTiles.tsx';
import { CoverageTiles } from './layers/CoverageTiles.tsx';
import { LayerPanel } from './layers/LayerPanel.tsx';
import { MapNotes } from './layers/MapNotes.tsx';
import { useCoverageLayers } from './layers/use-coverage-layers.ts';
import { MapHint } from './MapHint.tsx';
import { useFragment } from './use-fragment.ts';
import { ViewTracker } from './ViewTracker.tsx';

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
  const { layers, best, isBehind, refresh } = useCoverageLayers(isPanelOpen || isBest || chosen.length > 0);
  const visible = layers?.filter(({ setId }) => chosen.includes(setId)) ?? [];
  const strength = fragment.opacity / 100;
  return (
    <>
      <BaseMap base={base} view={fragment.view}>
        <CoverageTiles layers={visible} opacity={strength} onMissing={refresh} />
        {isBest && best && <BestTiles pictures={best.pictures} strength={strength} onMissing={refresh} />}
        <AskOnMap onAsk={onAsk} onZoomIn={showHint} />
        <FollowPoint question={question} hasStreets={hasStreets} />
        <ViewTracker onChange={changeFragment} />
        {point !== undefined && <QuestionPin point={point} onAsk={onAsk} />}
      </BaseMap>
      <LayerPanel layers={layers} shown={fragment} onChange={changeFragment} onOpen={openPanel} base={base} />
      <MapHint isShown={hint.isShown} hasStreets={hasStreets} />
      <MapNotes base={base} zoom={fragment.view?.zoom} isBehind={isBehind && (isBest || visible.length > 0)} />
      {isBest && best && <BestLegend best={best} layers={layers ?? []} strength={strength} />}
    </>
  );
}
