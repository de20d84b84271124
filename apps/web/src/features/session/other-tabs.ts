/** What the tabs of one browser, which share a session, tell each other. */
type SessionNews =
  | { readonly type: 'ended' }
  /** Somebody signed in, perhaps somebody else. */
  | { readonly type: 'began'; readonly email: string };

const channel = new BroadcastChannel('simiente-session');

export function tellOtherTabs(news: SessionNews): void {
  channel.postMessage(news);
}

/** Says what to do about news of another tab. */
export function whenOtherTabSays(handler: (news: SessionNews) => void): void {
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => handler(data);
}
