export { useDraftRecovery, useHasDraft } from './lock/use-draft-recovery.ts';
export { May } from './May.tsx';
export { secondStepMessage } from './messages.ts';
export {
  refreshSession,
  type SessionUser,
  signIn,
  signOut,
  startSession,
  tellNews,
  useClinicTimeZone,
  useHasPassword,
  useMapTiles,
  useSession,
  viewAs,
} from './session.ts';
export { nextPath } from './sign-in/next-path.ts';
export { PasskeyButton } from './sign-in/PasskeyButton.tsx';
export { ProviderButton } from './sign-in/ProviderButton.tsx';
export { SecondStep } from './sign-in/SecondStep.tsx';
export { askProvider, completeAtProvider, takeNext } from './sign-in/visit-provider.ts';
export { useMay, useViewedRole } from './use-may.ts';
