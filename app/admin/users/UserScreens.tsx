import Link from 'next/link';
import styles from './UserScreens.module.css';

const screens = [
  { path: '/admin/users', title: 'Users' },
  { path: '/admin/users/keys', title: 'Keys' },
];

/** Links between the list of users and the list of all keys. */
export function UserScreens({ here }: { readonly here: string }) {
  return (
    <nav aria-label="Users and keys">
      <ul className={styles.screens}>
        {screens.map(({ path, title }) => (
          <li key={path}>
            <Link
              prefetch={false}
              href={path}
              className={styles.screen}
              aria-current={path === here ? 'page' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
