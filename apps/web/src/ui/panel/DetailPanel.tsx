import { ActionIcon, CloseButton, Drawer } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { findFocusFallback, focusElement, focusUnlessHeld } from '../focus.ts';
import { ScrollRegion } from '../page/ScrollRegion.tsx';
import { useIsPhone, useMedia } from '../use-media.ts';
import classes from './DetailPanel.module.css';

export interface DetailPanelProps {
  title: string;
  /** Id of the record: the focus returns to the row or card with this `data-row-id`. */
  recordId: string;
  /** Below the title: the person concerned. */
  header: ReactNode;
  /** The actions; they stay in sight while the rest scrolls. */
  footer?: ReactNode;
  children: ReactNode;
  /** Whether a dialog is open above the panel; Escape then closes only the dialog. */
  isUnderDialog?: boolean;
  onClose: () => void;
  /** Open the record before and after this one in its list; undefined at the ends. */
  neighbours?: { previous: (() => void) | undefined; next: (() => void) | undefined } | undefined;
}

/** Whether the window is wide enough for a panel beside the list. */
export function useHasRoomBeside(): boolean {
  return useMedia('(min-width: 87.5em)');
}

/**
 * Details of one row: beside the list if the window is wide enough, otherwise over the list as a dialog. The panel
 * gets the focus when it opens, and returns it to the row when it closes.
 */
export function DetailPanel(props: DetailPanelProps) {
  const { title, onClose, isUnderDialog = false, neighbours } = props;
  const isBeside = useHasRoomBeside();
  const isPhone = useIsPhone();

  function handleKey(event: KeyboardEvent) {
    // Arrows work only on the panel itself, because they scroll the facts and move within a field.
    if (neighbours && (event.target as Element).hasAttribute('data-panel-content')) {
      const open = { ArrowUp: neighbours.previous, ArrowDown: neighbours.next }[event.key];
      if (open) {
        event.preventDefault();
        open();
      }
    }
    if (event.key !== 'Escape' || isUnderDialog || event.defaultPrevented) return;
    // An open dropdown in the panel handles Escape itself.
    if ((event.target as Element).getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    onClose();
  }

  if (isBeside) {
    return (
      <aside className={classes.beside} data-beside-page aria-label={title} onKeyDown={handleKey}>
        <Content {...props} />
      </aside>
    );
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : 440}
      withCloseButton={false}
      returnFocus={false}
      closeOnEscape={!isUnderDialog}
      classNames={{ content: classes.over, body: classes.overBody }}
      attributes={{ content: { 'aria-label': title } }}
    >
      <Content {...props} />
    </Drawer>
  );
}

function Content(props: DetailPanelProps) {
  const { title, recordId, header, footer, children, onClose, neighbours } = props;
  const content = useRef<HTMLDivElement>(null);
  const titleId = useId();
  usePanelFocus(content, recordId);
  return (
    <div ref={content} className={classes.content} tabIndex={-1} data-panel-content data-autofocus>
      <header className={classes.header}>
        <div className={classes.titleLine}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          {neighbours && (
            <>
              <ActionIcon
                aria-label="Anterior"
                disabled={!neighbours.previous}
                onClick={neighbours.previous}
              >
                <IconChevronUp size={18} stroke={1.7} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label="Siguiente"
                disabled={!neighbours.next}
                onClick={neighbours.next}
              >
                <IconChevronDown size={18} stroke={1.7} aria-hidden />
              </ActionIcon>
            </>
          )}
          <CloseButton size={32} iconSize={18} aria-label="Cerrar panel" onClick={onClose} />
        </div>
        {header}
      </header>
      <ScrollRegion className={classes.body} aria-labelledby={titleId}>
        {children}
      </ScrollRegion>
      {footer && (
        <footer className={classes.footer} data-panel-footer>
          {footer}
        </footer>
      )}
    </div>
  );
}

function usePanelFocus(ref: React.RefObject<HTMLElement | null>, recordId: string): void {
  useLayoutEffect(() => {
    const panel = ref.current;
    focusUnlessHeld(panel);
    return () => {
      if (!panel?.contains(document.activeElement)) return;
      const selector = `[data-row-id="${CSS.escape(recordId)}"]`;
      focusElement(document.querySelector<HTMLElement>(selector) ?? findFocusFallback());
    };
  }, [ref, recordId]);
}

/** One part of a panel, separated from the others by a hairline. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.panelSectionTitle}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Facts in lines of a name and a value. */
export function PanelFacts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function PanelFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}
