export { changeRoles, changeStatus, type Factor, removeFactor } from './change-account.ts';
export {
  type ImportedAccount,
  importAccounts,
  type LeftOut,
  readFirebaseParameters,
  readFirebaseUsers,
  readOwnParameters,
} from './import-accounts.ts';
export {
  createBindingLinks,
  createPasswordRequests,
  DEFAULT_PASSWORD_REQUEST_LIMITS,
  type PasswordRequestLimits,
  passwordLinkMaker,
} from './links.ts';
