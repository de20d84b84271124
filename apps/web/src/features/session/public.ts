export { Can, useCan, useViewedRole } from './Can.tsx';
export { secondStepMessage } from './messages.ts';
export {
  refreshSession,
  type SessionUser,
  showSignInSummary,
  signIn,
  startSession,
  useClinicTimeZone,
  useHasPassword,
  useMapTiles,
  useSession,
  viewAs,
} from './session.ts';
export { nextPath } from './sign-in/next-path.ts';
export { askProvider, completeAtProvider, takeNextPath } from './sign-in/provider-sign-in.ts';
export { PasskeyButton, ProviderButton, SecondStep } from './sign-in/sign-in-buttons.tsx';
export { useSignOut } from './use-sign-out.ts';
