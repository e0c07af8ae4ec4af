import type { Metadata } from 'next';
import { preload } from 'react-dom';
import { pageWords } from '#app/page-words.ts';
import { type PointPageProps, pointOfPage } from '#app/point-page.ts';
import { AnswerExplorer } from '#components/map/AnswerExplorer.tsx';
import { parsePoint } from '#lib/broadband/point.ts';
import { settings } from '#lib/env.ts';
import { wordsForOutcome } from '#lib/map/answer/outcome.ts';
import { summariseResults } from '#lib/map/answer/words.ts';
import { formatPoint, roundPoint, writeDegrees } from '#lib/map/degrees.ts';
import { type NamedPoint, permalinkOf } from '#lib/map/permalink.ts';
import { htmlLanguage } from '#lib/messages/language.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '#lib/tiles/picture/preview.ts';
import { pageFacts } from '#server/pages/rendered/page-facts.ts';
import { pageOutcome } from '#server/pages/rendered/page-outcome.ts';

export async function generateMetadata(props: PointPageProps): Promise<Metadata> {
  const asked = await pointOfPage(props);
  const { say } = pageWords();
  const outcome = await pageOutcome(asked.point);
  const title = asked.address ?? formatPoint(say, asked.point);
  const description =
    outcome.kind === 'answered'
      ? summariseResults(say, outcome.results)
      : wordsForOutcome(say, outcome, asked.point, pageFacts().supportEmail).title;
  return {
    title,
    description,
    // points are people's homes
    robots: { index: false },
    ...linkPreview(asked, { title, description }),
  };
}

/** The page of a point, with its answer in the HTML. */
export default async function PointPage(props: PointPageProps) {
  const asked = await pointOfPage(props);
  preload('/land/nz.json', { as: 'fetch', crossOrigin: 'anonymous' });
  const outcome = await pageOutcome(asked.point);
  return <AnswerExplorer {...pageFacts()} first={{ ...asked, origin: 'link', outcome }} />;
}

/** The precision of the image, 100 m: sites that load it need not know exactly where somebody lives. */
const decimals = 3;

/** The metadata of a point's page for sites that preview links with an image (Open Graph). */
function linkPreview(
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
