export {
  enterIdentity,
  type IdentityEntry,
  restoreIdentity,
  suspendIdentity,
  wasConfirmed,
} from './change-identity.ts';
export { activeIdentityVersion, identityState, lockIdentity } from './read-identity.ts';
export { isIndependent } from './second-account.ts';
