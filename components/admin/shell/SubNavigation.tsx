'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import styles from './SubNavigation.module.css';

interface SubNavigationProps {
  /** The subject of the screens, for screen readers. */
  readonly label: string;
  readonly screens: readonly { readonly path: string; readonly title: string }[];
}

/** Links between the screens of a subject. */
export function SubNavigation({ label, screens }: SubNavigationProps) {
  const path = usePathname();
  // the path of a subject's first screen is the beginning of all others
  const here = screens
    .filter((screen) => path === screen.path || path.startsWith(`${screen.path}/`))
    .reduce((longest, screen) => (screen.path.length > longest.length ? screen.path : longest), '');
  return (
    <nav aria-label={label}>
      <ul className={styles.links}>
        {screens.map((screen) => (
          <li key={screen.path}>
            <Link
              href={screen.path}
              prefetch={false}
              className={styles.link}
              aria-current={screen.path === here ? 'page' : undefined}
            >
              {screen.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
