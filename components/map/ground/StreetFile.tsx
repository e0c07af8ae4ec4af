import type { GridLayer, Map as LeafletMap } from 'leaflet';
import { labelRules, leafletLayer } from 'protomaps-leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { numberZoom } from '#components/map/bounds.ts';
import { panes } from '#components/map/layers/panes.ts';
import { useZoom } from '#components/map/layers/use-zoom.ts';
import { AddressDots, type Pins } from '#components/map/places/AddressDots.tsx';
import type { StreetMap } from '#lib/map/layers/street-map.ts';

interface StreetFileProps extends Pick<StreetMap, 'url' | 'mostZoom'> {
  readonly pins: Pins;
}

/**
 * The street map of an imported file, drawn in the colours of the visitor's scheme, with names in the page's language over
 * the coverage, and close up the numbers of houses.
 */
export function StreetFile({ url, mostZoom, pins }: StreetFileProps) {
  const map = useMap();
  const zoom = useZoom();
  const lang = useLanguage();
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const drawn: GridLayer[] = [];
    const remove = () => {
      for (const layer of drawn.splice(0)) layer.remove();
    };
    const draw = () => {
      remove();
      const data = { url, lang, maxDataZoom: mostZoom };
      const streets = leafletLayer({
        ...data,
        flavor: dark.matches ? 'dark' : 'light',
        pane: paneOf(map, 'streets'),
      });
      streets.labelRules = [];
      streets.clearLayout();
      const names = leafletLayer({ ...data, labelRules: nameRules(lang), pane: paneOf(map, 'streetNames') });
      // each would read the file by itself
      names.views = streets.views;
      for (const layer of [streets, names]) drawn.push((layer as unknown as GridLayer).addTo(map));
    };
    draw();
    dark.addEventListener('change', draw);
    return () => {
      dark.removeEventListener('change', draw);
      remove();
    };
  }, [map, url, mostZoom, lang]);
  return zoom >= numberZoom && <AddressDots pins={pins} hasStreetNames={false} />;
}

function paneOf(map: LeafletMap, name: 'streets' | 'streetNames'): string {
  const pane = map.getPane(name) ?? map.createPane(name);
  Object.assign(pane.style, { zIndex: String(panes[name]), pointerEvents: 'none' });
  return name;
}

/** Names in the colours of the page, as those of the built-in map are: the file's scheme makes them too faint over coverage. */
function nameRules(lang: string) {
  const style = getComputedStyle(document.documentElement);
  const [ink, land, water] = ['ink', 'land', 'sea-ink'].map((name) => style.getPropertyValue(`--color-${name}`));
  const colours = {
    roads_label_minor: ink,
    roads_label_minor_halo: land,
    roads_label_major: ink,
    roads_label_major_halo: land,
    ocean_label: water,
    city_label: ink,
    city_label_halo: land,
    state_label: ink,
    state_label_halo: land,
    country_label: ink,
  };
  return labelRules(colours as Parameters<typeof labelRules>[0], lang);
}
