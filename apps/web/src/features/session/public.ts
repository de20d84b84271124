export { May } from './May.tsx';
export {
  refreshSession,
  type SessionUser,
  signOut,
  useClinicTimeZone,
  useMapTiles,
  useSession,
} from './session.ts';
export { useDraftRecovery, useHasDraft } from './use-draft-recovery.ts';
export { useMay, useOwnDoctor } from './use-may.ts';
