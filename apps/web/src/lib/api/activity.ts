import { hashKey, type QueryKey } from '@tanstack/react-query';

/** Milliseconds after a person's last action in which a request still counts as theirs. */
const ACTIVE_FOR = 60_000;

let lastAction = Date.now();

for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(event, () => (lastAction = Date.now()), { capture: true, passive: true });
}

/** Whether somebody is at the screen; only then does a request keep the session alive. */
export function isPersonActive(): boolean {
  return Date.now() - lastAction < ACTIVE_FOR;
}

const unattended = new Set<string>();

/** Asks for something that nobody asked for: its requests are nobody's action, whoever is at the screen. */
export async function unattendedly(
  keys: readonly QueryKey[],
  ask: () => Promise<void>,
): Promise<void> {
  const hashes = keys.map((key) => hashKey(key));
  for (const hash of hashes) unattended.add(hash);
  try {
    await ask();
  } finally {
    for (const hash of hashes) unattended.delete(hash);
  }
}

/** Whether a query is being asked again by itself. */
export function isUnattended(key: QueryKey | undefined): boolean {
  return key !== undefined && unattended.has(hashKey(key));
}
