import type { TrendPoint } from './series.ts';
import classes from './TrendLine.module.css';

const WIDTH = 152;
const HEIGHT = 43;
/** The last results; the chart has all of them. */
const SHOWN = 4;
const STEP = WIDTH / SHOWN;
const TOP = 5;
const BOTTOM = 22;
const WORDS = 39;

interface TrendLineProps {
  /** The oldest first. */
  points: readonly TrendPoint[];
  /** Whether abstinence is shown beneath each point. */
  hasAbstinence: boolean;
}

/**
 * The last results of an analyte as a line that breaks where they are not comparable. It is decorative, because
 * its link has the words.
 */
export function TrendLine({ points, hasAbstinence }: TrendLineProps) {
  const shown = points.slice(-SHOWN);
  const values = shown.map(({ quantity }) => Number(quantity.value));
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const drawn = shown.map(({ set, breaks }, index) => ({
    id: set.idResultSet,
    x: WIDTH - STEP / 2 - (shown.length - 1 - index) * STEP,
    y:
      span === 0
        ? (TOP + BOTTOM) / 2
        : BOTTOM - (((values[index] ?? least) - least) / span) * (BOTTOM - TOP),
    isBroken: index > 0 && breaks.length > 0,
    abstinence: set.abstinenceDays,
  }));
  return (
    <svg
      className={classes.drawing}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      {drawn.map((point, index) => {
        const before = drawn[index - 1];
        if (before === undefined) return null;
        const middle = (before.x + point.x) / 2;
        return point.isBroken ? (
          <line key={point.id} className={classes.break} x1={middle} x2={middle} y1={2} y2={28} />
        ) : (
          <line
            key={point.id}
            className={classes.line}
            x1={before.x}
            y1={before.y}
            x2={point.x}
            y2={point.y}
          />
        );
      })}
      {drawn.map(({ id, x, y, abstinence }, index) => (
        <g key={id}>
          <circle
            className={classes.point}
            data-last={index === drawn.length - 1 || undefined}
            cx={x}
            cy={y}
            r={index === drawn.length - 1 ? 4 : 2.5}
          />
          {hasAbstinence && abstinence !== null && (
            <text className={classes.words} x={x} y={WORDS}>
              {abstinence} d
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
