import { degreesText, longitudeOf, type Point } from '#lib/broadband/point.ts';

/** A point as a file has it, in degrees. */
export function pointFields(point: Point): { readonly latitude: number; readonly longitude: number } {
  return { latitude: Number(degreesText(point.y)), longitude: Number(degreesText(longitudeOf(point))) };
}
