/**
 * The address bar, changed without Next: its own methods would run the whole router for each movement of the map, and
 * write back an older address when it is done.
 */
export const addressBar = {
  /** A new entry of the browser's history. */
  push(address: string): void {
    History.prototype.pushState.call(window.history, window.history.state, '', address);
  },
  /** The present entry under another address. */
  replace(address: string): void {
    History.prototype.replaceState.call(window.history, window.history.state, '', address);
  },
};
