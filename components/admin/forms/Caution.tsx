'use client';

import { Alert, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from '#components/admin/Stage.module.css';

interface CautionProps {
  readonly title?: string;
  readonly children: ReactNode;
}

/** A warning to deal with before something is done. It appears in a form that was submitted, and gets the focus. */
export function Caution({ title = 'Check this first', children }: CautionProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Alert ref={place} className={styles.stage} tabIndex={-1} color="fault" variant="light" title={title} role="alert">
      <Stack>{children}</Stack>
    </Alert>
  );
}
