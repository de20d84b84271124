import { UnstyledButton } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import type { Tone } from '../../theme/tokens.ts';
import { Hint } from '../hint/Hint.tsx';
import { ToneDot } from '../status/StatusPill.tsx';
import classes from './FilterButton.module.css';

interface FilterButtonProps {
  label: string;
  pressed: boolean;
  onToggle: () => void;
  /** Tone of the dot, for a filter by status. */
  dot?: Tone;
  /** Null until the count is loaded. */
  count?: number | null | undefined;
  /** Whether the real count may be higher. */
  countIsCapped?: boolean;
  /** Shown on the left, for filters other than the status. */
  icon?: ReactNode;
  /** On the right: the direction of an order. */
  mark?: ReactNode;
  /** Looks like a button, for filters other than the status. */
  strong?: boolean;
  /** Shows only the icon, with the label in a tooltip. */
  iconOnly?: boolean;
  'aria-label'?: string;
}

/** A toggle of the toolbar. It sends no request, so unlike `Button` it can be pressed again immediately. */
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
      {/* The space separates the words for screen readers; the layout does not show it. */}
      {!props.iconOnly && <span>{label}</span>}{' '}
      {count !== undefined && (
        <Count text={count === null ? '' : formatCount(count, { isCapped: countIsCapped })} />
      )}
      {mark}
    </UnstyledButton>
  );
  return props.iconOnly ? <Hint label={label}>{button}</Hint> : button;
}

/** Placeholder of a count until it is loaded. */
const UNKNOWN = '000';

/** A count that keeps the width of the longest count, so that no button moves while a search narrows the list. */
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
  const frame = useRevealPressed<HTMLFieldSetElement>();
  return (
    <fieldset ref={frame} aria-label={label} className={classes.group}>
      {children}
    </fieldset>
  );
}

/** One row above a table: filters on the left, other controls on the right. */
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
    <fieldset aria-labelledby={labelId} className={classes.labelledGroup}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      {children}
    </fieldset>
  );
}

interface ChoiceFilterProps<Choice extends string> {
  label?: string;
  /** Label of the button that clears the choice. */
  all?: string;
  choices: readonly Choice[];
  getName: (choice: Choice) => string;
  getTone?: (choice: Choice) => Tone;
  /** Null until they are loaded; absent for a filter without counts. */
  counts?: Readonly<Record<Choice, number>> | null;
  chosen: Choice | undefined;
  onChoose: (choice: Choice | undefined) => void;
}

/** Toggles for 'Todos' and each choice, with record counts. One of them is pressed. */
export function ChoiceFilter<Choice extends string>(props: ChoiceFilterProps<Choice>) {
  const { label = 'Filtrar por estado', all = 'Todos', choices, getName, getTone } = props;
  const { counts, chosen, onChoose } = props;
  const sumCounts = (...counted: readonly Choice[]) =>
    counts && counted.reduce((sum, choice) => sum + counts[choice], 0);
  return (
    <FilterGroup label={label}>
      <FilterButton
        label={all}
        pressed={chosen === undefined}
        onToggle={() => onChoose(undefined)}
        count={sumCounts(...choices)}
      />
      {choices.map((choice) => (
        <FilterButton
          key={choice}
          label={getName(choice)}
          {...(getTone && { dot: getTone(choice) })}
          pressed={chosen === choice}
          onToggle={() => onChoose(choice)}
          count={sumCounts(choice)}
        />
      ))}
    </FilterGroup>
  );
}

/** Scrolls a row of filters that is wider than its frame to the pressed filter. */
export function useRevealPressed<E extends HTMLElement>(): RefObject<E | null> {
  const frame = useRef<E>(null);
  const revealed = useRef<Element>(null);

  // Runs after every render, because any of them may show another filter as pressed.
  useEffect(() => {
    const row = frame.current;
    const pressed = row?.querySelector('[aria-pressed="true"]') ?? null;
    // On mount, the first filter is in view. Measuring it would make the browser lay out the page twice.
    const isInView = revealed.current === null && pressed === row?.firstElementChild;
    if (row && pressed && pressed !== revealed.current && !isInView) {
      const { left, width } = pressed.getBoundingClientRect();
      const middle = left + width / 2 - row.getBoundingClientRect().left;
      row.scrollLeft += middle - row.clientWidth / 2;
    }
    revealed.current = pressed;
  });
  return frame;
}
