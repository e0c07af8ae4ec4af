export const dynamic = 'force-dynamic';

/** Reports that the process is running. */
export function GET(): Response {
  return new Response('ok\n', {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
