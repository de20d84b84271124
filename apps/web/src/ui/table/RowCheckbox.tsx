import classes from './RowCheckbox.module.css';

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  tabIndex: number;
  /** `isRange` is true for a click with Shift. */
  onToggle: (isRange: boolean) => void;
}

/** A checkbox in Mantine's style. Mantine's own takes longer to render than the rest of a row. */
export function RowCheckbox({ label, onToggle, ...input }: RowCheckboxProps) {
  return (
    <span className={classes.box}>
      <input
        type="checkbox"
        className={classes.input}
        aria-label={label}
        onChange={({ nativeEvent }) =>
          onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        {...input}
      />
      {input.checked && (
        <svg className={classes.mark} viewBox="0 0 10 7" aria-hidden>
          <path
            fill="currentColor"
            d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
          />
        </svg>
      )}
    </span>
  );
}
