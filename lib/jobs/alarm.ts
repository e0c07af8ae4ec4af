import type { Damage, DamagedApi } from '#lib/readiness/damage.ts';
import type { RefusalRecord } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** Something that runs by itself does not work: a code and the facts. The words are in `lib/words/alarms.ts`. */
export type AlarmFacts =
  | { readonly code: 'release-waits'; readonly scheduleDate: EpochMs; readonly refusal: RefusalRecord }
  | { readonly code: 'release-failed'; readonly scheduleDate: EpochMs; readonly message: string }
  | {
      readonly code: 'delivery-refused';
      readonly file: string;
      /** The path of its report. */
      readonly report: string;
      readonly refusal: RefusalRecord;
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
  /** How alarms were recorded before they had codes. */
  | { readonly code: 'worded'; readonly sentence: string };
