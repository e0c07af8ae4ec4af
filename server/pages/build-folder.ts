/** The folder of the build that this server runs, without a slash at its end. */
export const buildFolder = `${import.meta.dirname}/../../.next`;
