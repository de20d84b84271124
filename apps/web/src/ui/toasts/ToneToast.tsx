import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { rescueFocus } from '../focus.ts';
import classes from './ToneToast.module.css';

export interface ToneToastProps {
  tone: 'success' | 'warning' | 'error';
  /** The specification's message, and nothing else. */
  title: string;
  detail?: string;
  action?: { label: string; onClick: () => void };
  onClose: () => void;
}

const TONES = {
  success: { Icon: IconCheck, color: 'green' },
  warning: { Icon: IconAlertTriangle, color: 'amber' },
  error: { Icon: IconX, color: 'red' },
} as const;

/** Content of a toast, announced by the region around it. */
export function ToneToast({ tone, title, detail, action, onClose }: ToneToastProps) {
  const toast = useRef<HTMLDivElement>(null);
  const leave = useFocusOnLeaving(toast);
  const { Icon, color } = TONES[tone];

  function close(): void {
    leave();
    onClose();
  }

  return (
    <div ref={toast} className={classes.toast}>
      <span className={classes.icon} data-tone={color} aria-hidden>
        <Icon size={15} stroke={2.2} />
      </span>
      <p className={classes.title}>{title}</p>
      {/* Read aloud before the action. */}
      {detail && <p className={classes.detail}>{detail}</p>}
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            close();
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton
        className={classes.close}
        size={28}
        iconSize={15}
        aria-label="Cerrar aviso"
        onClick={close}
      />
    </div>
  );
}

/**
 * A toast is outside the page, so when it closes the focus returns to the element that had it before, or
 * to the list or page. Returns a function that moves the focus at once.
 */
function useFocusOnLeaving(ref: RefObject<HTMLElement | null>): () => void {
  const leave = useRef(() => {});

  useLayoutEffect(() => {
    const toast = ref.current;
    let origin: HTMLElement | null = null;
    const remember = ({ relatedTarget }: FocusEvent) => {
      const isOutside = relatedTarget instanceof HTMLElement && !toast?.contains(relatedTarget);
      if (isOutside) origin = relatedTarget;
    };
    const giveBack = () => {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLElement) || !toast?.contains(activeElement)) return;
      activeElement.blur();
      origin?.focus({ preventScroll: true });
      rescueFocus();
    };
    leave.current = giveBack;
    toast?.addEventListener('focusin', remember);
    return () => {
      toast?.removeEventListener('focusin', remember);
      giveBack();
    };
  }, [ref]);

  return () => leave.current();
}
