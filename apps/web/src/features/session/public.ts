export {
  refreshSession,
  type SessionUser,
  signOut,
  useClinicTimeZone,
  useMapTiles,
  useSession,
} from './session.ts';
export { useDraftRecovery, useHasDraft } from './use-draft-recovery.ts';
