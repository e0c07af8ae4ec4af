import { unchanged } from './ActionForm.tsx';

/** Loads another page from the server, so that nothing of this one remains, as after signing in. */
export function goTo(address: string): typeof unchanged {
  window.location.assign(address);
  return unchanged;
}
