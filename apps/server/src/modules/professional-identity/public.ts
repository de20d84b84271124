export {
  enterIdentity,
  type IdentityEntry,
  restoreIdentity,
  suspendIdentity,
  wasConfirmed,
} from './change-identity.ts';
export { identityState } from './read-identity.ts';
