import { type ComponentType, createElement, useState } from 'react';
import { type LoadPart, lazyOnUse } from './lazy-on-use.ts';

/** A dialog whose code is loaded when it opens first. It stays mounted for its closing transition. */
export function lazyDialog<Props extends object>(
  load: LoadPart<Props>,
  useIsOpen: (props: Props) => boolean,
): ComponentType<Props> {
  const Dialog = lazyOnUse(load);
  return (props) => (useOnceTrue(useIsOpen(props)) ? createElement(Dialog, props) : null);
}

/** Whether the value is or has been true. */
export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
