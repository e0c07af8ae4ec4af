/** Requests a second for a registrar without a limit of its own (B6). */
export const registrarPerSecond = 50;

/** Requests a second and a day for a key without limits of its own (B6). */
export const keyPerSecond = 10;
export const keyPerDay = 50_000;
