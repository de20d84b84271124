import { CellLine } from './CellLine.tsx';
import classes from './TwoLines.module.css';

interface TwoLinesProps {
  first: string;
  isStrong?: boolean;
  /** Left out where there is nothing to say. */
  second: string | null;
}

/** A cell with a smaller line below its text, each truncated. */
export function TwoLines({ first, isStrong = false, second }: TwoLinesProps) {
  return (
    <span className={classes.two}>
      <CellLine text={first} isStrong={isStrong} />{' '}
      {second !== null && (
        <span className={classes.second} title={second}>
          {second}
        </span>
      )}
    </span>
  );
}
