/** For `toHaveURL`: the path and query of an address, whatever its fragment tells of the map. */
export const at =
  (address: string) =>
  ({ pathname, search }: URL): boolean =>
    `${pathname}${search}` === address;
