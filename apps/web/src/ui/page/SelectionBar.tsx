import { UnstyledButton } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import classes from './SelectionBar.module.css';

export interface SelectionBarProps {
  count: number;
  onDelete: () => void;
  onClear: () => void;
  /** Between the count and Eliminar: 'Seleccionar los N resultados'. */
  extra?: ReactNode;
}

/** Floats while something is selected. Esc clears, unless a dialog or a field has that key. */
export function SelectionBar({ count, onDelete, onClear, extra }: SelectionBarProps) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || count === 0) return;
    if (document.querySelector('[role="dialog"]') !== null) return;
    onClear();
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);

  const isShown = count > 0;
  return (
    <section
      className={isShown ? classes.bar : classes.waiting}
      aria-label={isShown ? 'Selección' : undefined}
      data-selection-bar={isShown || undefined}
    >
      {/* In the page from the first, or readers would miss the first announcement. */}
      <span className={classes.count} aria-live="polite">
        {isShown && selectionText(count)}
      </span>
      {isShown && (
        <>
          {extra}
          <span className={classes.rule} aria-hidden />
          <UnstyledButton className={classes.delete} onClick={onDelete}>
            <IconTrash size={17} stroke={1.7} aria-hidden />
            Eliminar
          </UnstyledButton>
          <UnstyledButton className={classes.close} aria-label="Quitar selección" onClick={onClear}>
            <IconX size={17} stroke={1.9} aria-hidden />
          </UnstyledButton>
        </>
      )}
    </section>
  );
}

/** The specification's words for every N. */
function selectionText(count: number): string {
  return `${formatCount(count)} elementos seleccionados`;
}

/** A text button on the bar's inverted ground. */
export function SelectionBarAction(props: { children: ReactNode; onClick: () => void }) {
  return (
    <UnstyledButton className={classes.action} onClick={props.onClick}>
      {props.children}
    </UnstyledButton>
  );
}
