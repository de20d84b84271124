import { useState } from 'react';

/** Whether it is true, or has been: what was drawn once stays, for the way in which it closes. */
export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
