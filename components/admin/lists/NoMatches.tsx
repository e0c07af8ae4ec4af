import Link from 'next/link';

interface NothingLikeProps {
  /** One of what is listed, in the middle of a sentence: `registrar`. */
  readonly what: string;
  /** The list without what narrows it. */
  readonly path: string;
}

/** What stands in place of a list that was narrowed until nothing is left: why, and the way back. */
export function NoMatches({ what, path }: NothingLikeProps) {
  return (
    <p>
      No {what} is like that. <Link href={path}>Show all of them</Link>
    </p>
  );
}
