'use client';

import { Burger } from '@mantine/core';
import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { homeOf, isRoleEnough, type Role } from '#lib/staff/role.ts';
import { FindBox } from './FindBox.tsx';
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

/** The field that finds anything by its name; `/` and Ctrl-K lead to it from everywhere. */
function FindForm() {
  const form = useRef<HTMLFormElement>(null);
  const router = useRouter();
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      // a narrow screen has a link instead
      const field = form.current?.querySelector('input');
      if (field?.checkVisibility() === true) field.select();
      else router.push('/admin/search');
    };
    window.addEventListener('keydown', find);
    return () => window.removeEventListener('keydown', find);
  }, [router]);
  return (
    <search className={styles.search}>
      <form ref={form} action="/admin/search" method="get" className={styles.form}>
        <FindBox label="Find anything" shortcuts="/ Control+K" placeholder="Find a name, address, key …" />
        <span className={styles.key} aria-hidden="true">
          /
        </span>
      </form>
      <Link href="/admin/search" prefetch={false} className={styles.link}>
        Find
      </Link>
    </search>
  );
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !altKey;
  const isTyping = target instanceof HTMLElement && target.closest('input, select, textarea') !== null;
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping;
}
