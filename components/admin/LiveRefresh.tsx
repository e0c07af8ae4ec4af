'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

interface LiveRefreshProps {
  /** In milliseconds; shorter than ten seconds only for what is complete within seconds. */
  readonly everyMs?: number;
}

/** Reads the page again and again while it is looked at. */
export function LiveRefresh({ everyMs = 10_000 }: LiveRefreshProps) {
  const router = useRouter();
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, everyMs);
    return () => window.clearInterval(timer);
  }, [router, everyMs]);
  return null;
}
