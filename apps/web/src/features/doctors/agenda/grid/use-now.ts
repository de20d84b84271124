import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

const MINUTE = 60_000;

/** Milliseconds since the epoch, anew each minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), MINUTE, { autoInvoke: true });
  return now;
}
