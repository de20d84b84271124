import { Drawing, ink } from '../Drawing.tsx';

/** A probe above, its fan below. */
export function TesticularUltrasound() {
  return (
    <Drawing>
      <path className={ink.filled} d="M60 24 25.7 68.1a45 45 0 0 0 68.6 0z" />
      <path
        className={ink.thin}
        d="M46.9 40.1c7.8 6.8 18.4 6.8 26.2 0M38.8 50.9c12 10.6 30.4 10.6 42.4 0"
      />
      <path
        className={ink.paper}
        d="M50.9 8.1h18.2a3.1 3.1 0 0 1 3.1 3.1v6.6c0 3.7-5.1 6.2-12.2 6.2s-12.2-2.5-12.2-6.2v-6.6a3.1 3.1 0 0 1 3.1-3.1z"
      />
      <path className={ink.line} d="M60 2.8v5.3" />
      <ellipse
        className={ink.accentPaper}
        cx="60.8"
        cy="62"
        rx="9"
        ry="6.100"
        transform="rotate(-12 60.800 62)"
      />
    </Drawing>
  );
}

/** A head in the ring; the point of interest is the pituitary. */
export function BrainResonance() {
  return (
    <Drawing>
      <circle className={ink.filled} cx="60" cy="44" r="38" />
      <path className={ink.line} d="M60 2v4M60 82v4.4M18 44h4M98 44h4.4" />
      <path
        className={ink.paper}
        d="M49 77.5V65h-7c-3.4 0-5.7-2.2-5.7-5.6v-8h-3.9c-1.8 0-2.6-1.3-1.8-2.8l4.7-7.8c.6-1 .8-1.700.9-2.9C37.5 26.2 47.8 17.5 60.8 17.5c14.3 0 25.7 11.7 25.7 26.2 0 9.3-4.6 17.2-11.8 21.9v11.9"
      />
      <path
        className={ink.onlyFill}
        d="M49.4 45.3c-3.200.5-5.7-1.8-5.7-4.9 0-2.3 1.3-4.2 3.3-5-.3-3.2 2.2-5.9 5.5-5.7 1-2.2 3.6-3.7 7.2-3.7s6 1.5 7.1 3.6c3.2-.3 5.8 2 5.8 5 2.800.5 5.2 2.6 5.2 5.6 0 2-.9 3.7-2.5 4.800.4 3.5-2.3 6.7-6.3 6.7-2.2 0-4.2-1-5.2-2.7z"
      />
      <path
        className={ink.line}
        d="M49.4 45.3c-3.200.5-5.7-1.8-5.7-4.9 0-2.3 1.3-4.2 3.3-5-.3-3.2 2.2-5.9 5.5-5.7 1-2.2 3.6-3.7 7.2-3.7s6 1.5 7.1 3.6c3.2-.3 5.8 2 5.8 5 2.800.5 5.2 2.6 5.2 5.6 0 2-.9 3.7-2.5 4.800.4 3.5-2.3 6.7-6.3 6.7-2.2 0-4.2-1-5.2-2.7"
      />
      <path
        className={ink.thin}
        d="M53.6 38c1.4-2.1 4.6-2.2 6.300.2M65.4 33.6c-1 2.6 0 5.2 2.7 6.1M65.4 44.8c1-2.2 3.8-2.9 5.8-1.4"
      />
      <path className={ink.accent} d="M56.7 45.6l1.6 5.4" />
      <circle className={ink.accentDot} cx="58.8" cy="52.8" r="3.9" />
    </Drawing>
  );
}

/** A probe below, its fan above it, the prostate within. */
export function ProstateUltrasound() {
  return (
    <Drawing>
      <path className={ink.filled} d="M46.1 65.3 18.4 26.4a52 52 0 0 1 55.5 0z" />
      <path
        className={ink.thin}
        opacity="0.6"
        d="M30.6 43.7a27 27 0 0 1 31 0M38.9 55.5a13 13 0 0 1 14.4 0"
      />
      <path
        className={ink.paper}
        d="M46.1 29.6c-1.6-2.4-4-3.5-6.6-3.5-5 0-8.8 3.9-8.8 8.7 0 6.6 6.9 11.9 15.4 11.9s15.3-5.3 15.3-11.9c0-4.8-3.8-8.7-8.8-8.7-2.6 0-4.9 1.1-6.5 3.5z"
      />
      <path className={ink.thin} d="M46.1 29.6v9.3" />
      <circle className={ink.accentDot} cx="53.6" cy="36.8" r="4" />
      <path className={ink.paper} d="M84 65.6H40.1a6.8 6.8 0 0 0 0 13.6H84" />
      <path
        className={ink.filled}
        d="M84 63.7h17.7a3.6 3.6 0 0 1 3.6 3.6v10.2a3.6 3.6 0 0 1-3.6 3.6H84zM105.3 72.5h7"
      />
      <path className={ink.accent} strokeWidth="2.6" d="M39.7 65.9h13.6" />
    </Drawing>
  );
}
