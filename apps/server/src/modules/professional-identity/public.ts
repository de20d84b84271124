export {
  enterIdentity,
  type IdentityEntry,
  restoreIdentity,
  suspendIdentity,
} from './change-identity.ts';
export { identityState } from './read-identity.ts';
