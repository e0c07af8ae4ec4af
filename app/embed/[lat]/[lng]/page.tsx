import { type PointPageProps, pointOfPage } from '#app/point-page.ts';
import { AnswerExplorer } from '#components/map/AnswerExplorer.tsx';
import { pageFacts } from '#server/pages/rendered/page-facts.ts';
import { pageOutcome } from '#server/pages/rendered/page-outcome.ts';

/** The map and the answer for a point, to be embedded in another site. */
export default async function EmbeddedPointPage(props: PointPageProps) {
  const asked = await pointOfPage(props);
  const outcome = await pageOutcome(asked.point);
  return <AnswerExplorer {...pageFacts()} page="embed" first={{ ...asked, origin: 'link', outcome }} />;
}
