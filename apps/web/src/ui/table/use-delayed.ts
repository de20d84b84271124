import { useEffect, useState } from 'react';

const DELAY_MS = 200;

/** True once `on` has been true for 200 ms, so that a fast answer shows no loading state. */
export function useDelayed(on: boolean): boolean {
  const [late, setLate] = useState(false);

  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on]);

  return on && late;
}
