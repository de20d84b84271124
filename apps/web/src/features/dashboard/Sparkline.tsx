import classes from './Sparkline.module.css';
import { HEIGHT, sparklinePath, WIDTH } from './sparkline-path.ts';

interface SparklineProps {
  series: readonly number[];
  isFalling: boolean;
}

/** The weeks of a figure as a line. It tells nothing that the figures beside it do not. */
export function Sparkline({ series, isFalling }: SparklineProps) {
  const line = sparklinePath(series);
  return (
    <svg
      className={classes.drawing}
      data-falling={isFalling || undefined}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={classes.area} d={`${line}V${HEIGHT}H0Z`} />
      <path className={classes.line} d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
