export {
  enterIdentity,
  type IdentityEntry,
  restoreIdentity,
  suspendIdentity,
  wasConfirmed,
} from './change-identity.ts';
export {
  activeIdentityVersion,
  identityState,
  isIndependent,
  lockIdentity,
} from './read-identity.ts';
