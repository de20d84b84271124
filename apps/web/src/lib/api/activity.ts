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
