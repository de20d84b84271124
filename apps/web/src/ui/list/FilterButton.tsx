import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import type { Tone } from '../../theme/tokens.ts';
import { Hint } from '../hint/Hint.tsx';
import { ToneDot } from '../status/ToneDot.tsx';
import classes from './FilterButton.module.css';
import { useRevealPressed } from './use-reveal-pressed.ts';

interface FilterButtonProps {
  label: string;
  pressed: boolean;
  onToggle: () => void;
  /** The dot of the status that it filters by. */
  dot?: Tone;
  /** Null until it is known. */
  count?: number | null | undefined;
  /** Whether there may be more. */
  countIsCapped?: boolean;
  /** At the left, for filters that are no status. */
  icon?: ReactNode;
  /** At the right: the direction of an order. */
  mark?: ReactNode;
  /** Filters that are no status weigh as much as buttons. */
  strong?: boolean;
  /** Its label is its name alone, which a hint shows. */
  iconOnly?: boolean;
  'aria-label'?: string;
}

/** A toggle of the toolbar. It sends no request, so unlike `LockButton` it can be pressed again at once. */
export function FilterButton(props: FilterButtonProps) {
  const { label, pressed, onToggle, dot, count, countIsCapped, icon, mark, strong } = props;
  const button = (
    <UnstyledButton
      className={classes.button}
      aria-pressed={pressed}
      aria-label={props.iconOnly ? label : props['aria-label']}
      data-strong={strong || undefined}
      onClick={onToggle}
    >
      {dot && <ToneDot tone={dot} />}
      {icon}
      {/* The space separates the two words for screen readers; the layout leaves it out. */}
      {!props.iconOnly && <span>{label}</span>}{' '}
      {count !== undefined && (
        <Count text={count === null ? '' : formatCount(count, countIsCapped)} />
      )}
      {mark}
    </UnstyledButton>
  );
  return props.iconOnly ? <Hint label={label}>{button}</Hint> : button;
}

/** Stands for a count until it is known. */
const UNKNOWN = '000';

/** A count that keeps the width of its longest, so that no button moves while a search narrows the list. */
function Count({ text }: { text: string }) {
  const [longest, setLongest] = useState(text || UNKNOWN);
  if (text.length > longest.length) setLongest(text);
  return (
    <span className={classes.count} data-longest={longest}>
      {text}
    </span>
  );
}

/** A group of filters; on phones it scrolls horizontally. */
export function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRevealPressed<HTMLDivElement>();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are toggles.
    <div ref={frame} role="group" aria-label={label} className={classes.group}>
      {children}
    </div>
  );
}

/** One row above a table: filters at the left, what else there is at the right. */
export function Toolbar({ children, right }: { children: ReactNode; right?: ReactNode }) {
  return (
    <div className={classes.toolbar}>
      <div className={classes.left}>{children}</div>
      {right && <div className={classes.right}>{right}</div>}
    </div>
  );
}

/** A group of filters with a label in front of it, in 13 px. */
export function LabelledFilterGroup({ label, children }: { label: string; children: ReactNode }) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are toggles.
    <div role="group" aria-labelledby={labelId} className={classes.labelledGroup}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      {children}
    </div>
  );
}
