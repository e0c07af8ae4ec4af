import type { Metadata } from 'next';
import { parsePoint } from '#lib/broadband/point.ts';
import { settings } from '#lib/env.ts';
import { roundPoint, writeDegrees } from '#lib/map/degrees.ts';
import { type NamedPoint, permalinkOf } from '#lib/map/permalink.ts';
import { htmlLanguage } from '#lib/messages/language.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '#lib/tiles/picture/preview.ts';
import { pageWords } from './page-words.ts';

/** The precision of the image, 100 m: sites that load it need not know exactly where somebody lives. */
const decimals = 3;

/** The metadata of a point's page for sites that preview links with an image (Open Graph). */
export function linkPreview(
  asked: NamedPoint,
  { title, description }: { readonly title: string; readonly description: string },
): Pick<Metadata, 'openGraph' | 'twitter'> {
  const { baseUrl } = settings();
  const { language, say } = pageWords();
  const { latitude, longitude } = roundPoint(asked.point, decimals);
  const [y, x] = [writeDegrees(latitude), writeDegrees(longitude)];
  const picture = {
    url: `${baseUrl}/preview/${y}/${x}.png`,
    width: PREVIEW_WIDTH,
    height: PREVIEW_HEIGHT,
    alt: say('share.preview', { place: title }),
  };
  return {
    openGraph: {
      type: 'website',
      siteName: 'Wātea',
      locale: htmlLanguage[language].replace('-', '_'),
      title,
      description,
      url: `${baseUrl}${permalinkOf(asked, language)}`,
      // points outside the service area have no image
      images: parsePoint(y, x).ok ? [picture] : [],
    },
    twitter: { card: 'summary_large_image' },
  };
}
