let ended = false;

/** Remembers, for the login, that somebody is sent there because their session is over. */
export function rememberSessionEnd(): void {
  ended = true;
}

/** Whether the session is over, and nobody has been told so yet. */
export function hasSessionEnded(): boolean {
  return ended;
}

/** Whether that is why they are here; told once. */
export function takeSessionEnd(): boolean {
  const was = ended;
  ended = false;
  return was;
}
