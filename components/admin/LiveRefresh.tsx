'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const everyMs = 10_000;

/** Reads the page again every ten seconds while somebody looks at it. */
export function LiveRefresh() {
  const router = useRouter();
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, everyMs);
    return () => window.clearInterval(timer);
  }, [router]);
  return null;
}
