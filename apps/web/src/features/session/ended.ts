/** Nobody has been told yet. */
let isNews = false;
/** Nobody has signed in since. */
let isOver = false;

/** Remembers that the session is over without anybody having ended it. */
export function rememberSessionEnd(): void {
  isNews = true;
  isOver = true;
}

/** From now on there is a session again. */
export function forgetSessionEnd(): void {
  isOver = false;
}

/** Whether the session ended by itself, and nobody has signed in since. */
export function hasSessionEnded(): boolean {
  return isOver;
}

/** Whether that is why somebody is sent to the login; told once. */
export function takeSessionEnd(): boolean {
  const was = isNews;
  isNews = false;
  return was;
}
