'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import styles from './FindForm.module.css';

/** The field that finds anything by its name; `/` and Ctrl-K lead to it from everywhere. */
export function FindForm() {
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      // a narrow screen has a link instead
      if (field.current?.checkVisibility() === true) field.current.select();
      else router.push('/admin/search');
    };
    window.addEventListener('keydown', find);
    return () => window.removeEventListener('keydown', find);
  }, [router]);
  return (
    <search className={styles.search}>
      <form action="/admin/search" method="get" className={styles.form}>
        <input
          ref={field}
          className={styles.field}
          name="q"
          type="search"
          aria-label="Find anything"
          aria-keyshortcuts="/ Control+K"
          placeholder="Find a name, address, key …"
          maxLength={255}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
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
