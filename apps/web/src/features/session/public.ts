export {
  refreshSession,
  type SessionUser,
  signOut,
  useClinicTimeZone,
  useMapTiles,
  useSession,
} from './session.ts';
export { useIsDraftKept, useKeptDraft } from './use-kept-draft.ts';
