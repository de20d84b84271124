import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './ToneToast.module.css';
import { useFocusOnLeaving } from './use-focus-on-leaving.ts';

export interface ToneToastProps {
  tone: 'success' | 'warning' | 'error';
  /** The specification's sentence, and nothing else. */
  title: string;
  detail?: string;
  action?: { label: string; onClick: () => void };
  onClose: () => void;
}

const TONES = {
  success: { Icon: IconCheck, color: 'verde' },
  warning: { Icon: IconAlertTriangle, color: 'ambar' },
  error: { Icon: IconX, color: 'rojo' },
} as const;

/** What a toast shows; the region around it announces it. */
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
      {/* Read aloud before what can be done about it. */}
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
