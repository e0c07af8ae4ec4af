import Link from 'next/link';
import styles from './Choice.module.css';

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly { readonly key: string; readonly title: string; readonly href: string }[];
  readonly chosen: string;
}

/** A few views of the same page. Each is a link, so that a view can be bookmarked and shared. */
export function Choice({ label, options, chosen }: ChoiceProps) {
  return (
    <nav className={styles.choice} aria-label={label}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <ul className={styles.options}>
        {options.map(({ key, title, href }) => (
          <li key={key}>
            <Link
              className={styles.option}
              href={href}
              prefetch={false}
              scroll={false}
              aria-current={key === chosen ? 'true' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
