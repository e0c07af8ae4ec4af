import { tileOrigins } from '#lib/map/layers/street-map.ts';

/** What the policy of a page depends on. */
interface PageFacts {
  /** The number, good for one answer, under which scripts that are written into the page may run. */
  readonly nonce: string;
  /** Whether other sites may show the page within theirs. */
  readonly isFramed: boolean;
  /** Of the street map (`TILE_URL`), if there is one. */
  readonly tileUrl: string | undefined;
  /** In development React evaluates code, to show where an error comes from. */
  readonly isDevelopment?: boolean;
}

/**
 * The Content-Security-Policy of a page: scripts of this site alone and those that Next writes into the page; requests to
 * this host alone, but for pictures of the street map.
 */
export function pagePolicy({ nonce, isFramed, tileUrl, isDevelopment = false }: PageFacts): string {
  const pictures = ["'self'", 'data:', ...(tileUrl === undefined ? [] : tileOrigins(tileUrl))];
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // the map and the staff screens place things by style attributes
    "style-src 'self' 'unsafe-inline'",
    `img-src ${pictures.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? '*' : "'none'"}`,
  ].join('; ');
}
