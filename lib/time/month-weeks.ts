const dayMs = 86_400_000;

/** A day in a month's sheet, `YYYY-MM-DD`; null for a cell outside the month. */
export type DayCell = string | null;

export interface MonthSheet {
  /** `YYYY-MM` */
  readonly month: string;
  /** From Monday to Sunday. */
  readonly weeks: readonly (readonly DayCell[])[];
}

/** The months of a period of `days` calendar days from the day `first` (`YYYY-MM-DD`) on, each in whole weeks. */
export function monthSheets(first: string, days: number): MonthSheet[] {
  const start = Date.parse(`${first}T00:00Z`);
  const last = new Date(start + (days - 1) * dayMs).toISOString().slice(0, 7);
  const sheets: MonthSheet[] = [];
  for (let month = first.slice(0, 7); month <= last; month = monthAfter(month)) {
    sheets.push({ month, weeks: weeksOf(month) });
  }
  return sheets;
}

function weeksOf(month: string): DayCell[][] {
  const start = Date.parse(`${month}-01T00:00Z`);
  const length = (Date.parse(`${monthAfter(month)}-01T00:00Z`) - start) / dayMs;
  // getUTCDay counts from Sunday
  const before = (new Date(start).getUTCDay() + 6) % 7;
  const cells: DayCell[] = Array.from({ length: Math.ceil((before + length) / 7) * 7 }, (_, place) => {
    const day = place - before;
    return day < 0 || day >= length ? null : new Date(start + day * dayMs).toISOString().slice(0, 10);
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
