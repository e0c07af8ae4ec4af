'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import styles from './DeveloperPage.module.css';

interface NavigationLinkProps {
  readonly path: string;
  readonly href: string;
  readonly children: ReactNode;
}

export function NavigationLink({ path, href, children }: NavigationLinkProps) {
  const here = usePathname();
  const isHere = path === '/developers' ? here === path : here === path || here.startsWith(`${path}/`);
  return (
    <a href={href} className={styles.link} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}
