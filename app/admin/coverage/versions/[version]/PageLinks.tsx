import Link from 'next/link';
import styles from './PageLinks.module.css';

interface PageLinksProps {
  /** What the list has, for screen readers. */
  readonly label: string;
  readonly page: number;
  /** How many pages there are. */
  readonly last: number;
  /** The address of a page of the list. */
  readonly hrefOf: (page: number) => string;
}

/** The page that the address asks for, counted from 1; the first if that makes no sense. */
export function pageOf<Row>(rows: readonly Row[], asked: unknown, rowsShown: number) {
  const last = Math.max(1, Math.ceil(rows.length / rowsShown));
  const page = typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Math.min(Number(asked), last) : 1;
  return { page, last, rows: rows.slice((page - 1) * rowsShown, page * rowsShown) };
}

/** Links to the other pages of a list; nothing if there is only one. */
export function PageLinks({ label, page, last, hrefOf }: PageLinksProps) {
  if (last <= 1) return null;
  return (
    <nav className={styles.pages} aria-label={`Pages of ${label}`}>
      <span>
        Page {page} of {last.toLocaleString('en-NZ')}
      </span>
      {page > 1 && (
        <Link href={hrefOf(page - 1)} prefetch={false} scroll={false}>
          Previous page
        </Link>
      )}
      {page < last && (
        <Link href={hrefOf(page + 1)} prefetch={false} scroll={false}>
          Next page
        </Link>
      )}
    </nav>
  );
}
