import { type FloatingPosition, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOpenAfterMount } from '../focus.ts';

interface HintTextProps {
  /** Id for the element's `aria-describedby`. */
  id: string;
  target: HTMLElement;
  opened: boolean;
  label: ReactNode;
  position?: FloatingPosition;
  className?: string;
}

/** The floating text of a hint. */
export default function HintText({ id, opened, label, className, ...rest }: HintTextProps) {
  // The tooltip must be positioned before it is shown.
  const isShown = useOpenAfterMount(opened);
  return (
    <Tooltip
      {...rest}
      opened={isShown}
      label={<span id={id}>{label}</span>}
      {...(className !== undefined && { classNames: { tooltip: className } })}
    />
  );
}
