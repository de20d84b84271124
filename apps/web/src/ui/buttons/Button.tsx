import {
  Loader,
  Button as MantineButton,
  type ButtonProps as MantineButtonProps,
} from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import {
  type AriaAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { Hint } from '../hint/Hint.tsx';
import classes from './Button.module.css';
import { type ButtonKind, buttonIcon, buttonProps } from './LinkButton.tsx';

export interface ButtonProps extends AriaAttributes {
  children: ReactNode;
  kind?: ButtonKind;
  size?: MantineButtonProps['size'];
  type?: 'button' | 'submit' | 'reset';
  /** Marks a pressed toggle button with `aria-pressed`. */
  selected?: boolean;
  loading?: boolean;
  loadingLabel?: string;
  disabled?: boolean;
  /** Reason for `disabled`, as a tooltip that also opens on keyboard focus. */
  disabledReason?: string | undefined;
  /** Badge at the top-right corner; hidden if 0. */
  count?: number;
  icon?: TablerIcon | undefined;
  fullWidth?: boolean;
  className?: string | undefined;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  form?: string;
  'data-autofocus'?: boolean;
  /** A closing panel of the record with this id returns the focus to the button. */
  'data-row-id'?: string;
  /** Marks the button of an invalid field, which `useFocusInvalid` then focuses. */
  'data-invalid'?: boolean;
}

/**
 * The shared button of the specification. After a click, it is dimmed and ignores clicks for a second, except for
 * toggles. It does not fire while disabled or loading. For navigation use `LinkButton`, which never locks.
 */
export function Button({
  children,
  kind = 'normal',
  type = 'button',
  selected,
  loading = false,
  loadingLabel = 'Cargando...',
  disabled = false,
  disabledReason,
  count = 0,
  icon: Icon,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const { locked, tryLock } = useClickLock();
  const [isFocused, setFocused] = useState(false);
  // A natively disabled button would lose the focus, and its tooltip could not be read.
  const isFocusable = disabled && (isFocused || disabledReason !== undefined);
  const inert = disabled || loading;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (inert || (selected === undefined && !tryLock())) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  }

  const button = (
    <MantineButton
      {...buttonProps[kind]}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      {...rest}
      type={type}
      className={[classes.root, className].filter(Boolean).join(' ')}
      disabled={disabled && !isFocusable}
      data-disabled={isFocusable || undefined}
      data-kind={kind}
      data-selected={selected || undefined}
      data-locked={(locked && !inert) || undefined}
      data-busy={loading || undefined}
      aria-pressed={selected}
      aria-busy={loading || undefined}
      aria-disabled={isFocusable || loading || locked || undefined}
      leftSection={
        loading ? (
          <Loader size={15} color="currentColor" aria-hidden />
        ) : (
          Icon && <Icon {...buttonIcon} />
        )
      }
      onClick={handleClick}
    >
      {loading ? loadingLabel : children}
      {count > 0 && <span className={classes.count}> {formatCount(count)}</span>}
    </MantineButton>
  );

  return disabled && disabledReason !== undefined ? (
    <Hint label={disabledReason}>{button}</Hint>
  ) : (
    button
  );
}

/** Time for which a clicked button ignores further clicks. */
export const CLICK_LOCK_MS = 1000;

/**
 * A lock that closes for a second. `tryLock` returns whether the click may proceed. The lock is a ref, because a
 * second click may arrive before React renders again.
 */
function useClickLock() {
  const lockedRef = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [locked, setLocked] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);

  function tryLock(): boolean {
    if (lockedRef.current) return false;
    lockedRef.current = true;
    setLocked(true);
    timer.current = setTimeout(() => {
      lockedRef.current = false;
      setLocked(false);
    }, CLICK_LOCK_MS);
    return true;
  }

  return { locked, tryLock };
}
