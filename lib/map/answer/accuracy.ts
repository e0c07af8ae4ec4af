/** In Leaflet's projection, on the equator. */
const metresPerPixelAtZoom0 = 156_543.03;
/** About how far a fingertip, or a hand with a mouse, misses. */
const missedPixels = 8;

/** How far off, in metres, a point chosen on the map at this zoom may be. */
export function accuracyAtZoom(latitude: number, zoom: number): number {
  return (missedPixels * metresPerPixelAtZoom0 * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;
}

/** Rounds up to one significant figure: 40, 3,000; at least 1. */
export function roundMetres(metres: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, metres))));
  return Math.ceil(Math.max(1, metres) / step) * step;
}
