import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import classes from './ChoiceCards.module.css';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Shown small at the right end. */
  readonly code?: string | undefined;
  /** Shown below the label. */
  readonly detail?: string;
}

interface ChoiceCardsProps {
  /** Accessible name of the group. */
  label: string;
  choices: readonly Choice[];
  selected: readonly string[];
  error: string | undefined;
  readOnly: boolean;
  /** Puts two cards in a row instead of three, for a dialog. */
  narrow?: boolean;
  /** Whether there are few choices: the label is shown without their count and without the button that selects all. */
  isShort?: boolean;
  /** The chosen values, in the order of `choices`. */
  onChange: (selected: string[]) => void;
}

/** A multiple choice as cards with checkboxes. */
export function ChoiceCards(props: ChoiceCardsProps) {
  const { label, choices, selected, error, readOnly, narrow, isShort, onChange } = props;
  const id = useId();
  const errorId = `${id}-error`;
  const chosen = choices.filter(({ value }) => selected.includes(value));
  const isAll = chosen.length === choices.length;

  function toggle(value: string, isOn: boolean) {
    if (readOnly) return;
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((other) => (other === value ? isOn : selected.includes(other))),
    );
  }

  return (
    <fieldset className={classes.group}>
      <legend className={isShort ? classes.label : classes.legend}>{label}</legend>
      {!isShort && (
        <div className={classes.header}>
          <p className={classes.count} aria-live="polite">
            {chosen.length} de {choices.length} seleccionados
          </p>
          <button
            type="button"
            className={classes.all}
            disabled={readOnly}
            onClick={() => onChange(isAll ? [] : choices.map(({ value }) => value))}
          >
            {isAll ? 'Quitar todos' : 'Seleccionar todos'}
          </button>
        </div>
      )}
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.cards} data-narrow={narrow || undefined}>
        {choices.map(({ value, label: name, code, detail }) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            className={classes.card}
            data-checked={selected.includes(value) || undefined}
          >
            <Checkbox
              id={`${id}-${value}`}
              checked={selected.includes(value)}
              aria-label={name}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : errorId}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
            <span className={classes.name}>
              {name}
              {detail !== undefined && <span className={classes.detail}>{detail}</span>}
            </span>
            {code !== undefined && <span className={classes.code}>{code}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
