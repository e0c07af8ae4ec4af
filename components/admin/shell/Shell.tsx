'use client';

import { Burger } from '@mantine/core';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { homeOf, isRoleEnough, type Role } from '#lib/staff/role.ts';
import { FindForm } from './FindForm.tsx';
import { Navigation, type Waiting } from './Navigation.tsx';
import styles from './Shell.module.css';

interface ShellProps {
  /** Who is signed in, for the navigation; undefined until the sign-in is complete. */
  readonly staff: { readonly email: string; readonly role: Role } | undefined;
  readonly waiting: Waiting;
  /** The button that ends the session, if there is one. */
  readonly signOut: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the staff screens: a bar on top, and the navigation at the side or, on narrow screens, behind a button. */
export function Shell({ staff, waiting, signOut, children }: ShellProps) {
  const [isOpen, setOpen] = useState(false);
  const path = usePathname();
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        Skip to the content
      </a>
      <header className={styles.bar}>
        {staff !== undefined && (
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
        <Link href={homeOf(staff?.role ?? 'viewer')} className={styles.home}>
          <span lang="mi">Wātea</span> {staff?.role === 'provider' ? 'providers' : 'staff'}
        </Link>
        {staff !== undefined && isRoleEnough(staff.role, 'viewer') && <FindForm />}
        {signOut}
      </header>
      <div className={styles.body} data-navigation={staff !== undefined}>
        {staff !== undefined && (
          <nav
            id="navigation"
            aria-label={staff.role === 'provider' ? 'Screens' : 'Staff screens'}
            className={styles.navigation}
            data-open={isOpen}
          >
            <Navigation staff={staff} waiting={waiting} path={path} onFollow={() => setOpen(false)} />
          </nav>
        )}
        <main id="content" className={styles.content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
