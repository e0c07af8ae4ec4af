import { type ComponentType, useEffect, useState } from 'react';

/** How long to wait before another try to load a part, in milliseconds; it is tried at once when the connection is back. */
const retryMs = 5_000;

interface Part<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  /** Kept for the next time. */
  loaded: ComponentType<Props> | undefined;
}

/**
 * A component that is loaded when it is first shown, in a browser only. Until then nothing is shown in its place: the rest of
 * the page works without it. What could not be loaded, as without a connection, is tried again for as long as it is wanted.
 */
export function onDemand<Props extends object>(load: Part<Props>['load']): ComponentType<Props> {
  const part: Part<Props> = { load, loaded: undefined };
  return (props) => <Loaded part={part} props={props} />;
}

function Loaded<Props extends object>({ part, props }: { readonly part: Part<Props>; readonly props: Props }) {
  const [Shown, setShown] = useState(() => part.loaded);
  const isMissing = Shown === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let timer: ReturnType<typeof setTimeout>;
    const leave = new AbortController();
    const load = async () => {
      clearTimeout(timer);
      try {
        const component = await part.load();
        part.loaded = component;
        if (!leave.signal.aborted) setShown(() => component);
      } catch {
        if (!leave.signal.aborted) timer = setTimeout(load, retryMs);
      }
    };
    window.addEventListener('online', load, { signal: leave.signal });
    void load();
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [part, isMissing]);
  return isMissing ? null : <Shown {...props} />;
}
