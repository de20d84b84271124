import { Drawing, ink } from '../Drawing.tsx';
import { Sperm } from './semen.tsx';

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
