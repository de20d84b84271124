import { Drawing, ink } from './Drawing.tsx';

/** Rows under a magnifying glass: no row matches the filters. */
export function NoResultsArt() {
  return (
    <Drawing>
      <rect className={ink.filled} x="18" y="14" width="84" height="15.4" rx="5" />
      <rect className={ink.line} x="18" y="34.5" width="84" height="15" rx="5" />
      <rect className={ink.line} opacity="0.4" x="18" y="54.5" width="84" height="15" rx="5" />
      <path className={ink.thin} d="M26 21.7h23M26 42h17M26 62h21" />
      <path className={ink.accent} d="M88 57.5 98.7 68.8" strokeWidth="2.2" />
      <circle className={ink.accentPaper} cx="77.5" cy="47" r="15.5" />
    </Drawing>
  );
}

/** An empty tray: the list has no rows. */
export function EmptyTrayArt() {
  return (
    <Drawing>
      <path className={ink.onlyFill} d="M30.4 13h59.2l8 14.3H22.4z" />
      <path
        className={ink.paper}
        d="M22.4 27.3h23.7c0 8 6.2 11.8 13.9 11.8s13.9-3.8 13.9-11.8h23.7v39.8a3.6 3.6 0 0 1-3.6 3.6H26a3.6 3.6 0 0 1-3.6-3.6z"
      />
      <path className={ink.line} d="M22.4 27.3l8-14.3h59.2l8 14.3" />
      <path className={ink.accent} d="M60 3v5.4M47.8 5l2.6 3.8M72.2 5l-2.6 3.8" />
    </Drawing>
  );
}

/** A cloud with a bolt: something failed. */
export function FailureArt() {
  return (
    <Drawing>
      <path
        className={ink.filled}
        d="M35.6 68.5a14.6 14.6 0 0 1 0-29.1h.4a24.4 24.4 0 0 1 48.2 1h1a14.1 14.1 0 0 1 0 28.1z"
      />
      <path className={ink.accent} strokeWidth="2" d="M63.3 30l-9.6 15.7h15.6L59.2 61.3" />
    </Drawing>
  );
}
