import { type ComponentType, useEffect, useState } from 'react';

interface Part<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  /** Kept for the next time. */
  loaded: ComponentType<Props> | undefined;
}

/**
 * A component that is loaded when it is first shown, in a browser only. Until then, and where it cannot be loaded, as
 * without a connection, nothing is shown in its place.
 */
export function onDemand<Props extends object>(load: Part<Props>['load']): ComponentType<Props> {
  const part: Part<Props> = { load, loaded: undefined };
  return (props) => <Loaded part={part} props={props} />;
}

function Loaded<Props extends object>({ part, props }: { readonly part: Part<Props>; readonly props: Props }) {
  const [Shown, setShown] = useState(() => part.loaded);
  useEffect(() => {
    let isGone = false;
    part.load().then(
      (component) => {
        part.loaded = component;
        if (!isGone) setShown(() => component);
      },
      () => {
        // the rest of the page works without it
      },
    );
    return () => {
      isGone = true;
    };
  }, [part]);
  return Shown === undefined ? null : <Shown {...props} />;
}
