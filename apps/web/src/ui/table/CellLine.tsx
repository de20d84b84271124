import classes from './CellLine.module.css';

interface CellLineProps {
  /** Empty or null where it is not known. */
  text: string | null | undefined;
  /** Set for the text that identifies the row. */
  isStrong?: boolean;
}

/** One line that ends in an ellipsis where it does not fit, and says it all in its title. */
export function CellLine({ text, isStrong = false }: CellLineProps) {
  return (
    <span className={classes.line} data-strong={isStrong || undefined} title={text || undefined}>
      {text || '—'}
    </span>
  );
}
