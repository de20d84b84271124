export { May } from './May.tsx';
export { secondStepMessage } from './messages.ts';
export { nextPath } from './next-path.ts';
export { PasskeyButton } from './PasskeyButton.tsx';
export { ProviderButton } from './ProviderButton.tsx';
export { SecondStep } from './SecondStep.tsx';
export {
  refreshSession,
  type SessionUser,
  signIn,
  signOut,
  startSession,
  useClinicTimeZone,
  useHasPassword,
  useMapTiles,
  useSession,
  viewAs,
  warnOfFailedAttempts,
} from './session.ts';
export { useDraftRecovery, useHasDraft } from './use-draft-recovery.ts';
export { useMay, useOwnDoctor, useViewedRole } from './use-may.ts';
export { askProvider, completeAtProvider, takeNext } from './visit-provider.ts';
