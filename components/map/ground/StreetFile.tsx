import type { GridLayer } from 'leaflet';
import { leafletLayer } from 'protomaps-leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { panes } from '#components/map/layers/panes.ts';
import type { StreetMap } from '#lib/map/layers/street-map.ts';

/** The street map of an imported file, drawn in the colours of the visitor's scheme, with names in the page's language. */
export function StreetFile({ url, mostZoom }: Pick<StreetMap, 'url' | 'mostZoom'>) {
  const map = useMap();
  const lang = useLanguage();
  useEffect(() => {
    const pane = map.getPane('streets') ?? map.createPane('streets');
    Object.assign(pane.style, { zIndex: String(panes.streets), pointerEvents: 'none' });
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    let layer: GridLayer | undefined;
    const draw = () => {
      layer?.remove();
      const options = { url, lang, maxDataZoom: mostZoom, flavor: dark.matches ? 'dark' : 'light', pane: 'streets' };
      layer = leafletLayer(options) as unknown as GridLayer;
      map.addLayer(layer);
    };
    draw();
    dark.addEventListener('change', draw);
    return () => {
      dark.removeEventListener('change', draw);
      layer?.remove();
    };
  }, [map, url, mostZoom, lang]);
  return null;
}
