'use client';

import { Burger } from '@mantine/core';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { Breakable } from '#components/admin/Breakable.tsx';
import { isRoleEnough, type Role } from '#lib/staff/role.ts';
import styles from './Shell.module.css';
import { screens } from './screens.ts';

interface ShellProps {
  /** Who is signed in, for the navigation; undefined until the sign-in is complete. */
  readonly staff: { readonly email: string; readonly role: Role } | undefined;
  /** The button that ends the session, if there is one. */
  readonly signOut: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the staff screens: a bar on top, and the navigation at the side or, on narrow screens, behind a button. */
export function Shell({ staff, signOut, children }: ShellProps) {
  const [isOpen, setOpen] = useState(false);
  const path = usePathname();
  const seen = screens.filter(({ role }) => staff !== undefined && isRoleEnough(staff.role, role));
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        Skip to the content
      </a>
      <header className={styles.bar}>
        {seen.length > 0 && (
          <Burger
            className={styles.burger}
            opened={isOpen}
            onClick={() => setOpen(!isOpen)}
            size="sm"
            aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
            aria-expanded={isOpen}
            aria-controls="navigation"
          />
        )}
        <span className={styles.mark} />
        <Link href="/admin" className={styles.home}>
          <span lang="mi">Wātea</span> staff
        </Link>
        {signOut}
      </header>
      <div className={styles.body} data-navigation={seen.length > 0}>
        {seen.length > 0 && (
          <nav id="navigation" aria-label="Staff screens" className={styles.navigation} data-open={isOpen}>
            <ul className={styles.links}>
              {seen.map((screen) => (
                <li key={screen.path}>
                  <NavigationLink href={screen.path} path={path} onFollow={() => setOpen(false)}>
                    {screen.title}
                  </NavigationLink>
                </li>
              ))}
            </ul>
            <div className={styles.own}>
              <NavigationLink href="/admin/account" path={path} onFollow={() => setOpen(false)}>
                Your account
              </NavigationLink>
              <p className={styles.email}>
                <Breakable text={staff?.email ?? ''} />
              </p>
            </div>
          </nav>
        )}
        <main id="content" className={styles.content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

interface NavigationLinkProps {
  readonly href: string;
  readonly path: string;
  readonly onFollow: () => void;
  readonly children: ReactNode;
}

function NavigationLink({ href, path, onFollow, children }: NavigationLinkProps) {
  const isHere = href === '/admin' ? path === href : path === href || path.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      prefetch={false}
      className={styles.link}
      aria-current={isHere ? 'page' : undefined}
      onClick={onFollow}
    >
      {children}
    </Link>
  );
}
