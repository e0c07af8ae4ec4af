import { tileOrigins } from '#lib/map/layers/street-map.ts';

/** What the policy of a page depends on. */
interface PageFacts {
  /** Allows the inline scripts of one answer. */
  readonly nonce: string;
  /** Whether other sites may embed the page. */
  readonly isFramed: boolean;
  /** The addresses of tiles from other servers: those of `TILE_URL` and `AERIAL_URL` that are configured. */
  readonly tileUrls: readonly string[];
  /** In development React evaluates code, to show where an error comes from. */
  readonly isDevelopment?: boolean;
}

/**
 * The Content-Security-Policy of a page: scripts of this site and Next's inline scripts only; requests to this host only,
 * except for the tiles of the maps.
 */
export function pagePolicy({ nonce, isFramed, tileUrls, isDevelopment = false }: PageFacts): string {
  const pictures = ["'self'", 'data:', ...new Set(tileUrls.flatMap(tileOrigins))];
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

/** The pages made to be embedded. No other page may be framed, to prevent clickjacking. */
const embeddable = /^\/embed(?:\/-?\d[^/]*\/-?\d[^/]*)?$/;

/** Whether other sites may embed a page. @param url the target in origin form */
export function mayBeFramed(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return embeddable.test(path);
}
