import Link from 'next/link';
import styles from './BackLink.module.css';

/** Leads from a thing to the list that it is in. */
export function BackLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <p>
      <Link href={href} prefetch={false} className={styles.back}>
        <span aria-hidden="true">‹ </span>
        {children}
      </Link>
    </p>
  );
}
