/** Of a map of Leaflet's projection at zoom 0 on the equator. */
const metresPerPixelAtZoom0 = 156_543.03;
/** About what a fingertip, or a hand with a mouse, misses by. */
const missedPixels = 8;

/** How far off, in metres, a point may be that somebody chose on the map at this zoom. */
export function accuracyAtZoom(latitude: number, zoom: number): number {
  return (missedPixels * metresPerPixelAtZoom0 * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;
}

/** Rounded up to one figure, for people: `40`, `3,000`; at least 1. */
export function roundMetres(metres: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, metres))));
  return Math.ceil(Math.max(1, metres) / step) * step;
}
