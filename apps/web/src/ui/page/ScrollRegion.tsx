import type { ComponentProps } from 'react';

/** A section that scrolls. It takes the focus, so that the keyboard scrolls it too. */
export function ScrollRegion(props: ComponentProps<'section'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a focused area.
  return <section tabIndex={0} {...props} />;
}
