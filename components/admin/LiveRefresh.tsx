'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const everyMs = 10_000;

/** Reads the page again every ten seconds while the page is looked at. */
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
