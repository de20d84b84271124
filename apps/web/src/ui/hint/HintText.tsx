import { type FloatingPosition, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOpenedAtOnce } from '../focus/use-opened-at-once.ts';

interface HintTextProps {
  /** Of what the explained element names as its description. */
  id: string;
  target: HTMLElement;
  opened: boolean;
  label: ReactNode;
  position?: FloatingPosition;
  className?: string;
}

/** The words of a hint, beside what they explain. */
export default function HintText({ id, opened, label, className, ...rest }: HintTextProps) {
  // It has to know its place before it is seen.
  const isShown = useOpenedAtOnce(opened);
  return (
    <Tooltip
      {...rest}
      opened={isShown}
      label={<span id={id}>{label}</span>}
      {...(className !== undefined && { classNames: { tooltip: className } })}
    />
  );
}
