import { SERVICE_BOX } from '#lib/broadband/point.ts';
import type { AreaProblem, ProblemPlaces } from './area-problems.ts';
import type { AreaReport } from './area-report.ts';
import type { Part } from './part.ts';
import { isSliver } from './sliver.ts';

/** Counts a polygon, and notes where it is if a person may want to check it. */
export function countPart(part: Part, report: AreaReport, problems: ProblemPlaces<AreaProblem>): void {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of part) {
    report.vertices += ring.length / 2;
    for (let at = 0; at < ring.length; at += 2) {
      const x = ring[at] as number;
      const y = ring[at + 1] as number;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  report.parts++;
  const place = { x: part[0]?.[0] ?? 0, y: part[0]?.[1] ?? 0 };
  const box = SERVICE_BOX;
  if (maxX < box.minX || minX > box.maxX || maxY < box.minY || minY > box.maxY) {
    report.partsOutside++;
    problems.add({ kind: 'outside the service area', ...place });
  } else if (minX < box.minX || maxX > box.maxX || minY < box.minY || maxY > box.maxY) {
    report.partsPartlyOutside++;
    problems.add({ kind: 'partly outside the service area', ...place });
  }
  if (isSliver(part)) {
    report.slivers++;
    problems.add({ kind: 'sliver', ...place });
  }
}
