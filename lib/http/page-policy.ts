import { tileOrigins } from '#lib/map/layers/street-map.ts';

/** What the policy of a page depends on. */
interface PageFacts {
  /** Allows the inline scripts of one answer. */
  readonly nonce: string;
  /** Whether other sites may embed the page. */
  readonly isFramed: boolean;
  /** The address of the street map's tiles (`TILE_URL`), if one is configured. */
  readonly tileUrl: string | undefined;
  /** In development React evaluates code, to show where an error comes from. */
  readonly isDevelopment?: boolean;
}

/**
 * The Content-Security-Policy of a page: scripts of this site and Next's inline scripts only; requests to this host only,
 * except for the tiles of the street map.
 */
export function pagePolicy({ nonce, isFramed, tileUrl, isDevelopment = false }: PageFacts): string {
  const pictures = ["'self'", 'data:', ...(tileUrl === undefined ? [] : tileOrigins(tileUrl))];
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // the map and the staff screens use style attributes
    "style-src 'self' 'unsafe-inline'",
    `img-src ${pictures.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? '*' : "'none'"}`,
  ].join('; ');
}
