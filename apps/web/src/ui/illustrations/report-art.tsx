import { Drawing, ink } from './Drawing.tsx';

/** An open book with a bookmark: Actualidad. */
export function OpenBookArt() {
  return (
    <Drawing>
      <path
        className={ink.filled}
        d="M60 20.3c-7-5.2-16.6-6.7-28-6.7a2.7 2.7 0 0 0-2.7 2.7v43c0 1.5 1.2 2.6 2.7 2.6 11.400.2 20.8 1.7 28 7z"
      />
      <path
        className={ink.paper}
        d="M60 20.3c7-5.2 16.6-6.7 28-6.7a2.7 2.7 0 0 1 2.7 2.7v43c0 1.5-1.2 2.6-2.7 2.6-11.400.2-20.8 1.7-28 7z"
      />
      <path
        className={ink.thin}
        d="M38 26c5.400.2 10.2 1.1 15 2.7M38 34.8c5.400.2 10.2 1.1 15 2.7M38 43.6c5.400.2 10.2 1.1 15 2.7M82 34.8c-5.400.2-10.2 1.1-15 2.7M82 43.6c-5.400.2-10.2 1.1-15 2.7"
      />
      <path className={ink.accentPaper} d="M72.5 15.4v13.7l4.2-3.2 4.2 2.8V14.2" />
    </Drawing>
  );
}

/** A page with a curve: Test de Fertilidad, and a report that requires a session. */
export function ChartPageArt() {
  return (
    <Drawing>
      <path
        className={ink.paper}
        d="M36.8 11h36.2L85.6 23.9v41.6a3.3 3.3 0 0 1-3.3 3.3H36.8a3.3 3.3 0 0 1-3.3-3.3V14.3A3.3 3.3 0 0 1 36.8 11z"
      />
      <path className={ink.filled} d="M73 11v9.9a3 3 0 0 0 3 3h9.6z" />
      <path className={ink.thin} d="M42.3 22.2h18.5M42.3 29.3h11.3" />
      <path
        className={ink.line}
        d="M42.3 54.3c6.2 0 6.6-12.4 12.3-12.4 4.6 0 6.2 6.8 10.2 6.8 4.3 0 5.4-9.8 9.8-14.4"
      />
      <circle className={ink.accentDot} cx="75.9" cy="32.9" r="3.5" />
    </Drawing>
  );
}
