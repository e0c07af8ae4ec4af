/** Headers of answers that are not of the contract: those of connections, encodings and browsers. */
const notDescribed =
  /^(?:date|connection|keep-alive|content-(?:length|type|encoding|security-policy)|transfer-encoding|vary|x-content-type-options|cross-origin-.*|permissions-policy|strict-transport-security)$/;

/** Whether the document must describe a header, by its name in lower case. */
export function isDescribedHeader(name: string): boolean {
  return !notDescribed.test(name);
}
