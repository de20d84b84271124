import classes from './CellLine.module.css';

interface CellLineProps {
  /** Empty, null or undefined if it is unknown. */
  text: string | null | undefined;
  /** Set for the text that identifies the row. */
  isStrong?: boolean;
  /** Wraps into a second line before it is truncated. */
  isLong?: boolean;
}

/** One line, or two, truncated with an ellipsis, with the full text in its title. */
export function CellLine({ text, isStrong = false, isLong = false }: CellLineProps) {
  return (
    <span
      className={isLong ? classes.lines : classes.line}
      data-strong={isStrong || undefined}
      title={text || undefined}
    >
      {text || '—'}
    </span>
  );
}

/** A cell with a smaller line below its text, each truncated. */
export function TwoLines({ first, second }: { first: string; second: string | null }) {
  return (
    <span className={classes.two}>
      <CellLine text={first} />{' '}
      {second !== null && (
        <span className={classes.second} title={second}>
          {second}
        </span>
      )}
    </span>
  );
}
