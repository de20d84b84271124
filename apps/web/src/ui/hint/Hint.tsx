import type { FloatingPosition } from '@mantine/core';
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';

const HintText = lazyOnUse(() => import('./HintText.tsx'));

/** Milliseconds of hovering before the hint opens. */
const HOVER_DELAY = 300;

/** Props of the element that the hint extends. */
interface TargetProps {
  'aria-describedby'?: string | undefined;
  onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
}

interface HintProps {
  label: ReactNode;
  position?: FloatingPosition;
  disabled?: boolean;
  className?: string;
  /** One element that passes its props to the DOM. */
  children: ReactElement;
}

/**
 * A tooltip on hover and keyboard focus. The positioning code is larger than that of most screens, so it is loaded
 * with the first hint.
 */
export function Hint({ label, disabled = false, children, ...tooltipProps }: HintProps) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isWanted, setWanted] = useState(false);
  const opened = isWanted && !disabled;

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!opened) return;
    const closeByKey = (event: KeyboardEvent) => event.key === 'Escape' && setWanted(false);
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  }, [opened]);

  function close() {
    clearTimeout(timer.current);
    setWanted(false);
  }

  const child = children as ReactElement<TargetProps>;
  const childProps = child.props;
  return (
    <>
      {cloneElement(child, {
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          childProps.onPointerEnter?.(event);
          // Touch opens no hint.
          if (event.pointerType === 'touch' || disabled) return;
          setTarget(event.currentTarget);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => setWanted(true), HOVER_DELAY);
        },
        onPointerLeave: (event: PointerEvent<HTMLElement>) => {
          childProps.onPointerLeave?.(event);
          close();
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          childProps.onFocus?.(event);
          if (disabled || !event.currentTarget.matches(':focus-visible')) return;
          setTarget(event.currentTarget);
          setWanted(true);
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          childProps.onBlur?.(event);
          close();
        },
        ...(opened && {
          'aria-describedby': [childProps['aria-describedby'], id].filter(Boolean).join(' '),
        }),
      })}
      {target !== null && (
        <HintText {...tooltipProps} id={id} target={target} opened={opened} label={label} />
      )}
    </>
  );
}
