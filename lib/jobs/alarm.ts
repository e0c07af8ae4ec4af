import type { Damage, DamagedApi, DiskRemark } from '#lib/readiness.ts';
import type { Reason, RefusalRecord } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { UsageApi } from '#lib/usage/batch.ts';

/** A key that ends soon. */
export interface EndingKey {
  readonly id: number;
  readonly prefix: string;
  readonly email: string;
  readonly expiresAt: EpochMs;
}

/**
 * The conditions that are watched. Something that meets a fault raises its own; the others are looked up once a minute
 * (`flows/operations/look-up-conditions.ts`).
 */
export const conditions = [
  'no register',
  'no coverage',
  'clock',
  'release job',
  'register inbox',
  'data check',
  'registry data',
  'broadband data',
  'alerts',
  'outbox',
  'register import',
  'late release',
  'register age',
  'disk',
  'backup',
  'late backup',
  'registry errors',
  'broadband errors',
  'asking',
  'keys',
] as const;
export type Condition = (typeof conditions)[number];

/** What is wrong: a code and the facts. The words are in `lib/words/alerts/alarms.ts`. */
export type AlarmFacts =
  | { readonly code: 'release-waits'; readonly scheduleDate: EpochMs; readonly refusal: RefusalRecord }
  | { readonly code: 'release-failed'; readonly scheduleDate: EpochMs; readonly message: string }
  | {
      readonly code: 'delivery-refused';
      readonly file: string;
      /** The path of its report. */
      readonly report: string;
      readonly refusal: RefusalRecord;
      /** The job that read it; left out where none did. */
      readonly job?: number;
    }
  | { readonly code: 'inbox-unusable'; readonly folder: string; readonly message: string }
  /** A process has met damage, and no longer answers an API. */
  | { readonly code: 'damage-found'; readonly api: DamagedApi; readonly damage: Damage }
  /** The daily check of all data has found faults, or did not end. */
  | { readonly code: 'data-check-failed'; readonly refusal: RefusalRecord }
  | { readonly code: 'data-check-broke-off'; readonly message: string }
  /** The last backup could not be made, or did not end, or was made and could not be sent to the standby. */
  | { readonly code: 'backup-failed'; readonly refusal: RefusalRecord }
  | { readonly code: 'backup-broke-off'; readonly message: string }
  | { readonly code: 'backup-not-sent'; readonly refusal: RefusalRecord }
  | { readonly code: 'task-refused'; readonly refusal: RefusalRecord }
  | { readonly code: 'task-broke-off'; readonly message: string }
  | {
      readonly code: 'import-failed';
      readonly source: string;
      readonly fault: RefusalRecord | null;
      readonly run?: number;
    }
  | { readonly code: 'release-late'; readonly scheduleDate: EpochMs }
  /** The clock is before what was recorded by it. */
  | { readonly code: 'clock-set-back'; readonly recordedAt: EpochMs; readonly nowMs: EpochMs }
  /** Nothing was ever published that the API could answer from. */
  | { readonly code: 'nothing-published'; readonly api: UsageApi }
  | { readonly code: 'register-stale'; readonly reason: Reason }
  | { readonly code: 'disk-remark'; readonly remark: DiskRemark }
  /** The disk took nothing when something was to be written. */
  | { readonly code: 'disk-unwritable'; readonly reason: Reason }
  /** `lastAt` null: there has never been a backup, or none has arrived at the standby. */
  | { readonly code: 'backup-late' | 'standby-late'; readonly lastAt: EpochMs | null; readonly everyMs: number }
  | {
      readonly code: 'many-errors';
      readonly api: UsageApi;
      readonly errors: number;
      readonly requests: number;
      readonly minutes: number;
    }
  /** Many requests for access were mailed for confirmation in 24 hours; at `most`, asking ends for the day. */
  | { readonly code: 'many-asked'; readonly asked: number; readonly most: number }
  /** The first of the keys that end soon, and how many there are. */
  | { readonly code: 'keys-ending'; readonly keys: readonly EndingKey[]; readonly total: number; readonly days: number }
  /** How alarms were recorded before they had codes. */
  | { readonly code: 'worded'; readonly sentence: string };
