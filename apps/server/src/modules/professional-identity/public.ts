export {
  enterIdentity,
  type IdentityEntry,
  restoreIdentity,
  suspendIdentity,
  wasConfirmed,
} from './change-identity.ts';
export { activeIdentityVersion, holdIdentity, identityState } from './read-identity.ts';
export { isIndependent } from './second-account.ts';
