import { VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import { Breakable } from '#components/admin/Breakable.tsx';
import type { Role } from '#lib/staff/role.ts';
import styles from './Navigation.module.css';
import { type Screen, screensOf } from './screens.ts';

/** How many things wait on a screen, by its path. */
export type Waiting = Readonly<Record<string, number>>;

interface NavigationProps {
  readonly staff: { readonly email: string; readonly role: Role };
  readonly waiting: Waiting;
  /** The path of the screen that is shown. */
  readonly path: string;
  readonly onFollow: () => void;
}

/** Links to all screens that the person may see, by group, with how many things wait on each. */
export function Navigation({ staff, waiting, path, onFollow }: NavigationProps) {
  const { first, groups } = screensOf(staff.role);
  const linkTo = (screen: Screen) => (
    <li key={screen.path}>
      <NavigationLink
        {...{ screen, path, onFollow }}
        isFirst={first.includes(screen)}
        waiting={waiting[screen.path] ?? 0}
      />
    </li>
  );
  return (
    <>
      <ul className={styles.links}>{first.map(linkTo)}</ul>
      {groups.map(({ title, screens }) => (
        <div key={title} className={styles.group}>
          <h2 className={styles.title}>{title}</h2>
          <ul className={styles.links}>{screens.map(linkTo)}</ul>
        </div>
      ))}
      <p className={styles.email}>
        <Breakable text={staff.email} />
      </p>
    </>
  );
}

interface NavigationLinkProps extends Pick<NavigationProps, 'path' | 'onFollow'> {
  readonly screen: Screen;
  readonly isFirst: boolean;
  readonly waiting: number;
}

function NavigationLink({ screen, isFirst, waiting, path, onFollow }: NavigationLinkProps) {
  const isHere = path === screen.path || (!isFirst && path.startsWith(`${screen.path}/`));
  return (
    <Link
      href={screen.path}
      prefetch={false}
      className={styles.link}
      aria-current={isHere ? 'page' : undefined}
      onClick={onFollow}
    >
      {screen.title}
      {waiting > 0 && (
        <span className={styles.badge}>
          {waiting > 999 ? '999+' : waiting}
          <VisuallyHidden> waiting</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}
