/** The tabs of one browser share a session, so they must share its end. */
const channel = new BroadcastChannel('simiente-session');

/** Tells the other tabs that the session is over. */
export function tellOtherTabs(): void {
  channel.postMessage('ended');
}

/** Says what to do when another tab has ended the session. */
export function whenOtherTabEnds(handler: () => void): void {
  channel.onmessage = handler;
}
