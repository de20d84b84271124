import type { WhoEdition } from '@simiente/contract/results/analytes/studies';
import type { ResultValue } from '@simiente/contract/results/calls';
import { centileWords } from '@simiente/contract/results/semen/centile';
import { makeRuler, rulerTicks } from '@simiente/contract/results/semen/ruler';
import classes from './CentileRuler.module.css';

const HEIGHT = 22;
const BASELINE = HEIGHT / 2;
const INTERVAL = 16;
const MEDIAN = 50;
const FIFTH = 5;

const percent = (share: number) => `${share * 100}%`;
const halfHeight = (centile: number) => (centile === MEDIAN ? 8 : centile === FIFTH ? 6 : 3.5);
const getKind = (centile: number) =>
  centile === MEDIAN ? 'median' : centile === FIFTH ? 'fifth' : undefined;

interface CentileRulerProps {
  value: ResultValue;
  edition: WhoEdition | null;
}

/** Centile among fertile men: as words, and for the sixth edition as a ruler. */
export function CentileRuler({ value, edition }: CentileRulerProps) {
  if (value.centile === null) return null;
  // The fifth edition has only the 5th centile, so it gets no ruler.
  const ruler = edition === 5 ? null : makeRuler(value);
  return (
    <div className={classes.ruler}>
      {ruler !== null && (
        <svg className={classes.drawing} height={HEIGHT} aria-hidden="true">
          <rect
            className={classes.interval}
            x={percent(ruler.interval.from)}
            y={BASELINE - INTERVAL / 2}
            width={percent(ruler.interval.to - ruler.interval.from)}
            height={INTERVAL}
            rx={2}
          />
          <line className={classes.base} x1="0" x2="100%" y1={BASELINE} y2={BASELINE} />
          {rulerTicks.map(({ centile, at }) => (
            <line
              key={centile}
              className={classes.tick}
              data-kind={getKind(centile)}
              x1={percent(at)}
              x2={percent(at)}
              y1={BASELINE - halfHeight(centile)}
              y2={BASELINE + halfHeight(centile)}
            />
          ))}
          {ruler.dot !== null && (
            <circle className={classes.dot} cx={percent(ruler.dot)} cy={BASELINE} r={5} />
          )}
        </svg>
      )}
      <p className={classes.words}>{centileWords(value.centile, edition)}</p>
    </div>
  );
}

/** The head of the rulers' column. */
export function RulerScale() {
  return (
    <span className={classes.scale} aria-hidden>
      {rulerTicks
        .filter(({ centile }) => [5, 25, 50, 75, 95].includes(centile))
        .map(({ centile, at }) => (
          <span key={centile} style={{ left: percent(at) }}>
            {centile === FIFTH ? 'p5' : centile}
          </span>
        ))}
    </span>
  );
}
