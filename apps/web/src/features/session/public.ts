export { May } from './May.tsx';
export { PasskeyButton } from './PasskeyButton.tsx';
export {
  refreshSession,
  type SessionUser,
  signIn,
  signOut,
  useClinicTimeZone,
  useMapTiles,
  useSession,
  viewAs,
} from './session.ts';
export { useDraftRecovery, useHasDraft } from './use-draft-recovery.ts';
export { useMay, useOwnDoctor, useViewedRole } from './use-may.ts';
