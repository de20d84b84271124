import { CellLine } from './CellLine.tsx';
import classes from './TwoLines.module.css';

interface TwoLinesProps {
  first: string;
  /** Null to leave it out. */
  second: string | null;
}

/** A cell with a smaller line below its text, each truncated. */
export function TwoLines({ first, second }: TwoLinesProps) {
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
