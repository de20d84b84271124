import { Drawing, ink } from '../Drawing.tsx';

interface SpermProps {
  className: string | undefined;
  /** Centre of the head. */
  x: number;
  y: number;
  /** Angle in degrees; 0 swims to the right. */
  turn: number;
  scale?: number;
  headFill: string | undefined;
}

const TAIL = 'M-5 0c-2.4-.5-3.3 1.3-5.6 1.4-2.2.1-2.9-1.7-5.1-1.5-2.2.2-2.9 1.8-6.5 1';

/** A head with a waving tail, about 28 long. */
function Sperm({ className, x, y, turn, scale = 1, headFill }: SpermProps) {
  return (
    <g className={className} transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
      <path d={TAIL} fill="none" />
      <ellipse className={headFill} rx="5" ry="3.8" />
    </g>
  );
}

/** The field of view of a microscope. Also used for types without a drawing. */
export function Seminogram() {
  return (
    <Drawing>
      <circle className={ink.filled} cx="60" cy="44" r="32" />
      <circle className={ink.thinPaper} cx="60" cy="44" r="26" />
      <path className={ink.line} d="M60 7.7V13M60 75V80.3M23.7 44H29M91 44H96.3" />
      <Sperm className={ink.line} x={66} y={31} turn={-14} headFill={ink.onlyFill} />
      <Sperm className={ink.line} x={58} y={47} turn={6} headFill={ink.onlyFill} />
      <Sperm className={ink.accent} x={76} y={59} turn={-6} headFill={ink.onlyPaper} />
    </Drawing>
  );
}

export function SemenCulture() {
  return (
    <Drawing>
      <path className={ink.paper} d="M19.6 44v9c0 11.3 18.1 20.4 40.4 20.4s40.4-9.1 40.4-20.4v-9" />
      <ellipse className={ink.filled} cx="60" cy="44" rx="40.4" ry="20" />
      <ellipse className={ink.thinPaper} cx="60" cy="44" rx="33" ry="15.2" />
      <g className={ink.dot}>
        <circle cx="47.8" cy="35.8" r="2.3" />
        <circle cx="78" cy="36.7" r="2.3" />
        <circle cx="65.7" cy="53.8" r="2.3" />
      </g>
      <circle className={ink.filled} cx="51.8" cy="52.2" r="3.1" />
      <circle className={ink.filled} cx="82" cy="47.3" r="2.8" />
      <Sperm
        className={ink.accent}
        x={67.8}
        y={41.1}
        turn={-10}
        scale={1.15}
        headFill={ink.onlyPaper}
      />
    </Drawing>
  );
}

function Tube({ x, level, children }: { x: number; level: number; children?: React.ReactNode }) {
  const body = `M${x} 12v54.1a7.2 7.2 0 0 0 14.4 0V12`;
  return (
    <>
      <path className={ink.onlyPaper} d={body} />
      <path
        className={ink.onlyFill}
        d={`M${x} ${level}v${66.1 - level}a7.2 7.2 0 0 0 14.4 0V${level}z`}
      />
      <path className={ink.line} d={body} />
      <path className={ink.line} strokeWidth="2" d={`M${x - 2.4} 12h19.2`} />
      {children}
    </>
  );
}

/** Three markers; the highlighted one is the highest. */
export function BiochemicalMarkers() {
  return (
    <Drawing>
      <Tube x={25.6} level={40.1}>
        <path className={ink.line} d="M25.6 40.1H40M29 48h4.4M29 55h4.4" />
      </Tube>
      <g>
        <path className={ink.paper} d="M52.8 12v54.1a7.2 7.2 0 0 0 14.4 0V12M50.4 12h19.2" />
        <path className={ink.accent} d="M53.6 28h12.8" />
        <path className={ink.accentThin} d="M56 37.9h5.2M56 45h3.4M56 52h5.2" />
      </g>
      <Tube x={79.9} level={50.2}>
        <path className={ink.line} d="M79.9 50.2h14.4M83.2 57.9h4.2" />
      </Tube>
      <path className={ink.line} strokeWidth="2" d="M14 80h92" />
    </Drawing>
  );
}

/** A cup in which one sperm swims. */
export function PostOrgasmUrine() {
  return (
    <Drawing>
      <path
        className={ink.paper}
        d="M36.3 22.4l3.5 51.9a3.6 3.6 0 0 0 3.6 3.4h33.6a3.6 3.6 0 0 0 3.6-3.4l3.5-51.9z"
      />
      <path
        className={ink.onlyFill}
        d="M37.8 44.6c3-.9 6-1.4 10-.6 5 1 9.5 2.2 14.500.9 6.5-1.7 12.7-3.2 20.3-.4l-2 29.8a3.6 3.6 0 0 1-3.6 3.4H43.4a3.6 3.6 0 0 1-3.6-3.4z"
      />
      <path
        className={ink.line}
        d="M36.3 22.4l3.5 51.9a3.6 3.6 0 0 0 3.6 3.4h33.6a3.6 3.6 0 0 0 3.6-3.4l3.5-51.9M37.8 44.6c3-.9 6-1.4 10-.6 5 1 9.5 2.2 14.500.9 6.5-1.7 12.7-3.2 20.3-.4"
      />
      <rect className={ink.filled} x="31" y="12.2" width="58.4" height="10.2" rx="2.6" />
      <path className={ink.line} d="M43 30.2h8M43 36.3h5.4" />
      <g className={ink.dot}>
        <circle cx="53.1" cy="69.3" r="2" />
        <circle cx="69.8" cy="70.1" r="2" />
      </g>
      <Sperm
        className={ink.accent}
        x={68.2}
        y={57.1}
        turn={-15}
        scale={1.12}
        headFill={ink.onlyPaper}
      />
    </Drawing>
  );
}

/** A plate with its streak, and the drop it came from. */
export function UrineCulture() {
  return (
    <Drawing>
      <circle className={ink.filled} cx="50.1" cy="46.1" r="33.3" />
      <circle className={ink.thinPaper} cx="50.1" cy="46.1" r="26.4" />
      <path
        className={ink.thin}
        d="M35.7 32.8H49a3.35 3.35 0 0 1 0 6.7H33.6a3.35 3.35 0 0 0 0 6.7h12.3a3.35 3.35 0 0 1 0 6.7H35.5a3.35 3.35 0 0 0 0 6.7h10.6"
      />
      <g className={ink.dot}>
        <circle cx="58.9" cy="37.9" r="2.5" />
        <circle cx="65.9" cy="41.1" r="2" />
      </g>
      <circle className={ink.filled} cx="65.9" cy="50.1" r="2.2" />
      <circle className={ink.filled} cx="58.9" cy="57.9" r="2.9" />
      <path
        className={ink.accentPaper}
        d="M93.9 11.7c3.6 5.8 9.9 12.3 9.9 18.3a9.9 9.9 0 0 1-19.8 0c0-6 6.3-12.5 9.9-18.3z"
      />
      <path className={ink.accentThin} d="M98.7 30.9c0 2.6-2 4.6-4.7 4.6" />
    </Drawing>
  );
}
