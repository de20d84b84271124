export { tellOtherTabs } from './other-tabs.ts';
export {
  type SessionUser,
  signOut,
  useClinicTimeZone,
  useSession,
} from './session.ts';
export { useKeptDraft } from './use-kept-draft.ts';
