export {
  enterIdentity,
  type IdentityEntry,
  restoreIdentity,
  suspendIdentity,
} from './change-identity.ts';
