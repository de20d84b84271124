import { useState } from 'react';

/** Whether the value is or has been true: keeps a dialog mounted for its closing transition. */
export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
