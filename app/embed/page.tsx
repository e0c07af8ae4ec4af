import { Explorer } from '#components/map/Explorer.tsx';
import { pageFacts } from '#server/pages/rendered/page-facts.ts';

/** The map, to be embedded in another site. */
export default function EmbeddedFirstPage() {
  return <Explorer {...pageFacts()} page="embed" />;
}
