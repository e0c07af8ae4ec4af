import type { Metadata } from 'next';
import { preload } from 'react-dom';
import { linkPreview } from '#app/link-preview.ts';
import { pageWords } from '#app/page-words.ts';
import { type PointPageProps, pointOfPage } from '#app/point-page.ts';
import { AnswerExplorer } from '#components/map/AnswerExplorer.tsx';
import { wordsForOutcome } from '#lib/map/answer/outcome-words.ts';
import { summariseResults } from '#lib/map/answer/words.ts';
import { formatPoint } from '#lib/map/degrees.ts';
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
