import { pageFacts } from '#app/page-facts.ts';
import { Explorer } from '#components/map/Explorer.tsx';

/** The map, to be embedded in another site. */
export default function EmbeddedFirstPage() {
  return <Explorer {...pageFacts()} page="embed" />;
}
