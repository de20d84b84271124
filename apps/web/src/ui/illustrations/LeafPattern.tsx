import classes from './LeafPattern.module.css';

/** A leaf that grows from the middle to the upper right, `size` wide; -1 turns it round. */
function leaf(size: number, side: 1 | -1): string {
  const s = size * side;
  return `M0 0C0 ${-0.611 * s} ${0.444 * s} ${-s} ${s} ${-s}C${s} ${-0.444 * s} ${0.611 * s} 0 0 0Z`;
}

const STEP = 32;
const UPPER = Array.from({ length: 13 }, (_, index) => 74 + index * STEP);
const LOWER = Array.from({ length: 8 }, (_, index) => 74 + index * STEP);

/** The further out, the fainter. */
function fade(index: number, count: number): number {
  return 0.52 * (1 - index / count) ** 1.2 + 0.02;
}

/** The two leaves of the brand and the outlines that spread from them, for the login's dark side. */
export function LeafPattern() {
  return (
    <svg
      className={classes.pattern}
      viewBox="-372 -418 720 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <g className={classes.outlines}>
        {UPPER.map((size, index) => (
          <path key={size} d={leaf(size, 1)} opacity={fade(index, UPPER.length)} />
        ))}
        {LOWER.map((size, index) => (
          <path key={size} d={leaf(size, -1)} opacity={fade(index, LOWER.length)} />
        ))}
      </g>
      <path className={classes.upper} d={leaf(48, 1)} />
      <path className={classes.lower} d={leaf(48, -1)} />
    </svg>
  );
}
