import { invalidate, queries, useAnswer } from '../../lib/api/client.ts';

export function useAccount() {
  return useAnswer(queries.account.read, { input: {} });
}

/** Refetches the account and its sessions after a change. */
export function refreshAccount(): void {
  void invalidate(queries.account.key());
}

export function describeEndedSessions(count: number): string {
  return count === 1 ? 'Se cerró otra sesión' : `Se cerraron otras ${count} sesiones`;
}

/** Options of a notification after a change that may have ended other sessions. */
export function endedSessionsDetail(count: number): { detail?: string } {
  return count > 0 ? { detail: describeEndedSessions(count) } : {};
}
