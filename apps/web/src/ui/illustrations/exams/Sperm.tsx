interface SpermProps {
  className: string | undefined;
  /** Centre of the head. */
  x: number;
  y: number;
  /** In degrees; 0 swims to the right. */
  turn: number;
  scale?: number;
  headFill: string | undefined;
}

const TAIL = 'M-5 0c-2.4-.5-3.3 1.3-5.6 1.4-2.2.1-2.9-1.7-5.1-1.5-2.2.2-2.9 1.8-6.5 1';

/** A head with a waving tail, about 28 long. */
export function Sperm({ className, x, y, turn, scale = 1, headFill }: SpermProps) {
  return (
    <g className={className} transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
      <path d={TAIL} fill="none" />
      <ellipse className={headFill} rx="5" ry="3.8" />
    </g>
  );
}
