import { UnstyledButton } from '@mantine/core';
import { IconTrash, IconX, type TablerIcon } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { keepFocus } from '../focus.ts';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  count: number;
  /** Deletes the selection; if undefined, the button is absent. */
  onDelete?: () => void;
  onClear: () => void;
  /** After the count: 'Seleccionar los N resultados'. */
  extra?: ReactNode;
  /** Before Eliminar: other actions on the selection, as `SelectionBarTool`s. */
  tools?: ReactNode;
}

/** A bar that floats while rows are selected. Esc clears the selection, unless a dialog, menu or field handles it. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, onClear, tools } = props;
  const hasOverlay = useRef(false);
  // Checked before any other handler of the key, which may close the dialog or menu.
  const checkOverlay = useEffectEvent(() => {
    hasOverlay.current = document.querySelector('[role="dialog"], [role="menu"]') !== null;
  });
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || count === 0) return;
    if (!hasOverlay.current) onClear();
  });
  useEffect(() => {
    window.addEventListener('keydown', checkOverlay, { capture: true });
    document.addEventListener('keydown', handleKey);
    return () => {
      window.removeEventListener('keydown', checkOverlay, { capture: true });
      document.removeEventListener('keydown', handleKey);
    };
  }, []);

  const isShown = count > 0;
  return (
    <section
      className={isShown ? classes.bar : classes.hidden}
      aria-label={isShown ? 'Selección' : undefined}
      data-selection-bar={isShown ? (tools ? 'tall' : 'flat') : undefined}
    >
      {/* Always in the page, because screen readers would miss the first announcement. */}
      <span className={classes.count} aria-live="polite">
        {isShown && `${formatCount(count)} elementos seleccionados`}
      </span>
      {isShown && <Actions {...props} />}
    </section>
  );
}

function Actions({ onDelete, onClear, extra, tools }: SelectionBarProps) {
  return (
    <div ref={keepFocus} className={classes.actions}>
      {extra}
      <span className={classes.rule} aria-hidden />
      <div className={classes.tools}>
        {tools}
        {onDelete && (
          <UnstyledButton className={classes.delete} onClick={onDelete}>
            <IconTrash size={17} stroke={1.7} aria-hidden />
            Eliminar
          </UnstyledButton>
        )}
      </div>
      <UnstyledButton className={classes.close} aria-label="Quitar selección" onClick={onClear}>
        <IconX size={17} stroke={1.9} aria-hidden />
      </UnstyledButton>
    </div>
  );
}

/** A text button on the bar's inverted ground. */
export function SelectionBarAction(props: { children: ReactNode; onClick: () => void }) {
  return (
    <UnstyledButton className={classes.action} onClick={props.onClick}>
      {props.children}
    </UnstyledButton>
  );
}

interface SelectionBarToolProps
  extends Pick<ComponentProps<'button'>, 'ref' | 'aria-haspopup' | 'onPointerDown'> {
  icon: TablerIcon;
  children: ReactNode;
  onClick: () => void;
}

/** An action on the selection, with an icon. */
export function SelectionBarTool({ icon: Icon, children, ...button }: SelectionBarToolProps) {
  return (
    <UnstyledButton {...button} className={classes.tool}>
      <Icon size={17} stroke={1.7} aria-hidden />
      {children}
    </UnstyledButton>
  );
}
