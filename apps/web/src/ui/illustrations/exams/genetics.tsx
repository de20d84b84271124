import { Drawing, ink } from '../Drawing.tsx';
import classes from './genetics.module.css';

interface ChromosomeProps {
  x: number;
  top: number;
  bottom: number;
  fill?: string | undefined;
  isAccent?: boolean;
}

/** Two crossed threads: a broad stroke of line, and a narrower one of filling upon it. */
function Chromosome({ x, top, bottom, fill, isAccent }: ChromosomeProps) {
  const start = top + 3.2;
  const end = bottom - 3.2;
  const middle = start + (end - start) * 0.47;
  const reach = (end - start) * 0.28;
  const thread = (side: 1 | -1) =>
    `M${x - 6 * side} ${start}C${x - 6 * side} ${start + reach} ${x - 2.4 * side} ${middle - 3} ${x} ${middle}` +
    `C${x + 2.4 * side} ${middle + 3} ${x + 6 * side} ${end - reach} ${x + 6 * side} ${end}`;
  const d = thread(1) + thread(-1);
  return (
    <>
      <path className={isAccent ? ink.accent : ink.line} strokeWidth="6.8" d={d} />
      <path className={fill} strokeWidth="3.6" d={d} />
    </>
  );
}

const PAIRS = [
  { x: 24, top: 8.5, low: 53.6, fill: classes.tinted },
  { x: 48, top: 10.7, low: 55.5, fill: classes.plain },
  { x: 72, top: 12.5, low: 57.6, fill: classes.tinted },
  { x: 96, top: 14.7, low: 55.5, fill: classes.plain },
] as const;

/** Pairs in order; the last one is highlighted. */
export function Karyotype() {
  return (
    <Drawing>
      <path className={ink.thin} strokeDasharray="0.1 4.65" strokeWidth="1.6" d="M12 48h96" />
      {PAIRS.map(({ x, top, low, fill }) => (
        <g key={x}>
          <Chromosome x={x} top={top} bottom={45.3} fill={fill} />
          <Chromosome x={x} top={low} bottom={82.7} fill={fill} isAccent={x === 96} />
        </g>
      ))}
    </Drawing>
  );
}

const Y = 'M45.8 13.8 60 42.5 74.2 13.8M60 42.5v35.8';

/** The Y chromosome, and the band that is missing from it. */
export function Microdeletions() {
  return (
    <Drawing>
      <path className={ink.line} strokeWidth="11.6" d={Y} />
      <path className={classes.tinted} strokeWidth="8.4" d={Y} />
      <path className={ink.line} d="M48.6 25.2l6.9-3.7M71.4 25.2l-6.9-3.7M55 50.1h10M55 72.2h10" />
      <rect className={ink.accentPaper} x="56" y="57.9" width="8" height="7.3" />
      <path className={ink.accent} strokeDasharray="2.2 3.2" d="M70 61.6h19.5" />
      <circle className={ink.accentDot} cx="94.7" cy="61.6" r="3.5" />
    </Drawing>
  );
}
