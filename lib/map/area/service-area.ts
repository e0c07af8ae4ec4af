import { SERVICE_BOX } from '#lib/broadband/point.ts';

export const unitsPerDegree = 10_000_000;

/** The area that the broadband API covers (N1), in degrees; its edges are inside. */
export const serviceArea = {
  west: SERVICE_BOX.minX / unitsPerDegree + 180,
  east: SERVICE_BOX.maxX / unitsPerDegree + 180,
  south: SERVICE_BOX.minY / unitsPerDegree,
  north: SERVICE_BOX.maxY / unitsPerDegree,
} as const;

/** How far beyond the service area a map can be moved, as a share of the area's width and height. */
export const mapMargin = 0.5;
