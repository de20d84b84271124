import { hashKey, type QueryKey } from '@tanstack/react-query';

/** Milliseconds after the user's last action in which the user still counts as active. */
const ACTIVE_FOR = 60_000;

let lastAction = Date.now();

for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(event, () => (lastAction = Date.now()), { capture: true, passive: true });
}

/** Whether the user is active; only then does a request extend the session. */
export function isUserActive(): boolean {
  return Date.now() - lastAction < ACTIVE_FOR;
}

const background = new Set<string>();

/** Runs refetches as background requests, which do not extend the session even while the user is active. */
export async function inBackground(
  keys: readonly QueryKey[],
  refetch: () => Promise<void>,
): Promise<void> {
  const hashes = keys.map((key) => hashKey(key));
  for (const hash of hashes) background.add(hash);
  try {
    await refetch();
  } finally {
    for (const hash of hashes) background.delete(hash);
  }
}

/** Whether a query is being refetched in the background. */
export function isBackground(key: QueryKey | undefined): boolean {
  return key !== undefined && background.has(hashKey(key));
}
