export {
  enterIdentity,
  type IdentityEntry,
  restoreIdentity,
  suspendIdentity,
  wasConfirmed,
} from './change-identity.ts';
export { activeIdentityVersion, identityState } from './read-identity.ts';
