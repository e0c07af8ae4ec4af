/** Requests a second of a registrar that has no limit of its own (B6). */
export const registrarPerSecond = 50;

/** Requests a second and a day of a key that has no limits of its own (B6). */
export const keyPerSecond = 10;
export const keyPerDay = 50_000;
