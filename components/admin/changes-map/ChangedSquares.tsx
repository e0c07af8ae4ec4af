import { svg } from 'leaflet';
import { Polygon } from 'react-leaflet';
import { changeKinds } from '#lib/broadband/measure/changed-points.ts';
import { type DrawnSquares, squareCorners } from '#lib/map/layers/changed-places.ts';
import styles from './ChangedSquares.module.css';
import { patternFill } from './ChangePatterns.tsx';

const renderer = svg({ padding: 0.5 });

/** Where a technology changed, as squares, when there are no pictures to compare; one shape for each kind of change. */
export function ChangedSquares({ squares }: { readonly squares: DrawnSquares }) {
  return changeKinds
    .filter((kind) => squares[kind].length > 0)
    .map((kind) => (
      <Polygon
        key={kind}
        positions={squareCorners(squares[kind]).map((ring) => [ring])}
        className={styles[kind]}
        fillColor={patternFill(kind)}
        fillOpacity={1}
        renderer={renderer}
        smoothFactor={0}
        interactive={false}
      />
    ));
}
