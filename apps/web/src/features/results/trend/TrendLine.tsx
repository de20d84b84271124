import type { TrendPoint } from './series.ts';
import classes from './TrendLine.module.css';

/** Size of the drawing and positions in it, in pixels. */
const WIDTH = 152;
const HEIGHT = 43;
const TOP = 5;
const BOTTOM = 22;
const TEXT_BASELINE = 39;

/** Number of shown results; the chart has all of them. */
const SHOWN_RESULTS = 4;
const STEP = WIDTH / SHOWN_RESULTS;

interface TrendLineProps {
  /** The oldest first. */
  points: readonly TrendPoint[];
  /** Shows the days of abstinence below each point. */
  hasAbstinence: boolean;
}

/** The last results as a line, broken between incomparable results. Hidden from screen readers: its link has a text. */
export function TrendLine({ points, hasAbstinence }: TrendLineProps) {
  const shownPoints = points.slice(-SHOWN_RESULTS);
  const values = shownPoints.map(({ quantity }) => Number(quantity.value));
  const minimum = Math.min(...values);
  const span = Math.max(...values) - minimum;
  const drawnPoints = shownPoints.map(({ set, breaks }, index) => ({
    id: set.idResultSet,
    x: WIDTH - STEP / 2 - (shownPoints.length - 1 - index) * STEP,
    y:
      span === 0
        ? (TOP + BOTTOM) / 2
        : BOTTOM - (((values[index] ?? minimum) - minimum) / span) * (BOTTOM - TOP),
    breaks: index === 0 ? [] : breaks,
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
      {drawnPoints.map((point, index) => {
        const before = drawnPoints[index - 1];
        if (before === undefined || point.breaks.includes('time')) return null;
        const middle = (before.x + point.x) / 2;
        return point.breaks.length > 0 ? (
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
      {drawnPoints.map(({ id, x, y, abstinence }, index) => (
        <g key={id}>
          <circle
            className={classes.point}
            data-last={index === drawnPoints.length - 1 || undefined}
            cx={x}
            cy={y}
            r={index === drawnPoints.length - 1 ? 4 : 2.5}
          />
          {hasAbstinence && abstinence !== null && (
            <text className={classes.words} x={x} y={TEXT_BASELINE}>
              {abstinence} d
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
