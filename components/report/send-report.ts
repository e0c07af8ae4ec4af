/** A report as the form sends it; see `lib/reports/visitor-report.ts`. */
export interface WrittenReport {
  readonly latitude: string;
  readonly longitude: string;
  readonly what: string;
  readonly email: string;
  readonly shown: string;
  readonly website: string;
  readonly seconds: number;
}

export interface StoredReport {
  readonly kind: 'stored';
  readonly number: number;
  readonly link: string;
}

/** The outcome of sending; people can quote `number`, and see by `link` what came of it. */
export type SentReport = StoredReport | { readonly kind: 'refused' | 'limit reached' | 'offline' | 'fault' };

/** Sends a report. It never throws. */
export async function sendReport(report: WrittenReport): Promise<SentReport> {
  try {
    const response = await fetch('/reports', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(report),
    });
    if (response.status === 429) return { kind: 'limit reached' };
    if (response.status === 400) return { kind: 'refused' };
    const body: unknown = response.status === 201 ? await response.json() : undefined;
    if (typeof body !== 'object' || body === null || !('number' in body) || !('link' in body)) return { kind: 'fault' };
    return { kind: 'stored', number: Number(body.number), link: String(body.link) };
  } catch {
    return { kind: navigator.onLine ? 'fault' : 'offline' };
  }
}
