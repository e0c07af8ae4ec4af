/** For `toHaveURL`: the path and query of an address, with any fragment. */
export const at =
  (address: string) =>
  ({ pathname, search }: URL): boolean =>
    `${pathname}${search}` === address;
