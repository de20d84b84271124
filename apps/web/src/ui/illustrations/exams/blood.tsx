import { Drawing, ink } from '../Drawing.tsx';

/** The rings of a steroid, with the groups of one hormone. */
export function Hormones() {
  return (
    <Drawing>
      <path className={ink.filled} d="M28.8 46.4 40 40l11.2 6.4v13.1L40 65.9l-11.2-6.4z" />
      <path className={ink.paper} d="M51.2 46.4 62.4 40l11.4 6.4v13.1l-11.4 6.4-11.2-6.4z" />
      <path className={ink.filled} d="M62.4 26.9l11.4-6.4 11 6.4V40l-11 6.4L62.4 40z" />
      <path className={ink.paper} d="M84.8 26.9l12-4 7.5 9.6-7.5 10.2-12-2.7z" />
      <path className={ink.line} d="M33.6 49.9v6.6M55.5 49.1l7.2-4" />
      <path className={ink.accent} d="M28.8 59.5l-9.2 5.3M96.8 22.9l1.1-8.7" />
      <circle className={ink.accentPaper} cx="16.4" cy="66.7" r="3.6" />
      <circle className={ink.accentPaper} cx="98.4" cy="10.7" r="3.6" />
    </Drawing>
  );
}

/** Red cells, and the sugar that is bound to one. */
export function GlycatedHemoglobin() {
  return (
    <Drawing>
      <g transform="rotate(-14 47.800 50.100)">
        <ellipse className={ink.filled} cx="47.8" cy="50.1" rx="31.3" ry="21.3" />
        <ellipse className={ink.paper} cx="48.2" cy="50.1" rx="15.2" ry="8.9" />
      </g>
      <g transform="rotate(18 86.100 24)">
        <ellipse className={ink.paper} cx="86.1" cy="24" rx="15.4" ry="10.4" />
        <ellipse className={ink.filled} cx="86.1" cy="24" rx="7.3" ry="4.1" />
      </g>
      <g className={ink.dot}>
        <circle cx="24.1" cy="19.1" r="2.9" />
        <circle cx="33.9" cy="12.2" r="2.4" />
      </g>
      <path className={ink.accentPaper} d="M93.9 51.8l9 4.9v10.2l-9 4.9-8.6-4.9V56.7z" />
      <path className={ink.accent} d="M85.3 56.7l-6.9-5.4M102.9 56.7l5.7-3.3M93.9 71.8v7.3" />
    </Drawing>
  );
}

/** A thyroid before the windpipe, with a nodule. */
export function ThyroidProfile() {
  return (
    <Drawing>
      <path className={ink.onlyPaper} d="M51.8 8.1h16.4v72.2H51.8z" />
      <path className={ink.line} d="M51.8 8.1v72.2M68.2 8.1v72.2" />
      <path
        className={ink.thin}
        d="M51.8 16.5c4.6 3.2 11.8 3.2 16.4 0M51.8 25.5c4.6 3.2 11.8 3.2 16.4 0M51.8 66c4.6 3.2 11.8 3.2 16.4 0M51.8 75c4.6 3.2 11.8 3.2 16.4 0"
      />
      <path
        className={ink.filled}
        d="M38.8 22.3C31.9 22.3 27.7 35 27.7 48.2c0 11.7 5.3 19.1 14.4 19.1 9 0 12.2-9.4 17.9-9.4s8.9 9.4 17.9 9.4c9.1 0 14.4-7.4 14.4-19.1 0-13.2-4.2-25.9-11.1-25.9-7.7 0-6.4 19-14.7 20.7-4.300.8-8.700.8-13 0-8.3-1.7-7-20.7-14.7-20.7z"
      />
      <path
        className={ink.thin}
        d="M36 34.2c-1.9 4.3-2.6 9-2.5 13.9M42.2 42.4c-1.2 2.9-1.1 6 .1 8.9"
      />
      <circle className={ink.accentPaper} cx="80" cy="48.1" r="6.1" />
      <circle className={ink.accentDot} cx="80" cy="48.1" r="2.5" />
    </Drawing>
  );
}

type Bead = readonly [x: number, y: number, isFilled: boolean];

const UPPER: readonly Bead[] = [
  [13.9, 33.4, true],
  [22, 22.8, false],
  [33.1, 20.3, false],
  [43.3, 29.3, true],
  [51.8, 36.7, false],
  [62.9, 36.7, false],
  [71, 29.3, true],
  [81.2, 21.1, false],
  [93.1, 18.7, false],
  [106.1, 25.2, true],
];

const LOWER: readonly Bead[] = [
  [30.2, 71.3, false],
  [38, 62.4, true],
  [49, 60.7, false],
  [58, 66.9, false],
  [66.9, 71.8, true],
  [78, 70.1, false],
  [86.1, 62.4, false],
  [96.7, 60.3, true],
];

function Chain({ beads }: { beads: readonly Bead[] }) {
  return (
    <>
      <polyline className={ink.line} points={beads.map(([x, y]) => `${x},${y}`).join(' ')} />
      {beads.map(([x, y, isFilled]) => (
        <circle key={x} className={isFilled ? ink.filled : ink.paper} cx={x} cy={y} r="5.6" />
      ))}
    </>
  );
}

/** Two chains, bound to each other. */
export function InhibinB() {
  return (
    <Drawing>
      <path
        className={ink.accent}
        strokeDasharray="0.1 3.4"
        d="M51.4 42.6l-2 12.2M77.1 28l8.2 28"
      />
      <Chain beads={UPPER} />
      <Chain beads={LOWER} />
    </Drawing>
  );
}
