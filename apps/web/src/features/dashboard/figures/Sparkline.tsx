import classes from './Sparkline.module.css';

interface SparklineProps {
  series: readonly number[];
  isFalling: boolean;
}

/** The weeks of a figure as a line; hidden from screen readers, which get the figures. */
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

/** Size in px; `INSET` keeps the line's stroke inside. */
export const WIDTH = 84;
export const HEIGHT = 32;
const INSET = 3;
/** Height of the line, as a share, if all values are equal. */
const LEVEL = 0.5;

/**
 * SVG path of a smooth line through the values, scaled from their minimum to their maximum, without
 * overshoot. Equal values lie in the middle, zeros at the bottom.
 */
export function sparklinePath(series: readonly number[]): string {
  const values = series.length === 1 ? [...series, ...series] : series;
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const shareOf = (value: number) => {
    if (span > 0) return (value - least) / span;
    return value === 0 ? 0 : LEVEL;
  };
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => ({
    x: round(index * step),
    y: round(HEIGHT - INSET - shareOf(value) * (HEIGHT - 2 * INSET)),
  }));
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (before === undefined) return `M${x} ${y}`;
      const middle = round((before.x + x) / 2);
      return `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`;
    })
    .join('');
}

const round = (value: number) => Math.round(value * 100) / 100;
