import { SERVICE_BOX } from '#lib/broadband/point.ts';

const unitsPerDegree = 10_000_000;

/** The area the broadband API answers for (N1), in degrees; its edges are inside. */
export const serviceArea = {
  west: SERVICE_BOX.minX / unitsPerDegree + 180,
  east: SERVICE_BOX.maxX / unitsPerDegree + 180,
  south: SERVICE_BOX.minY / unitsPerDegree,
  north: SERVICE_BOX.maxY / unitsPerDegree,
} as const;
