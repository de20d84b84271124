export { changeRoles, changeStatus, type Factor, removeFactor } from './change-account.ts';
export {
  type ImportedAccount,
  importAccounts,
  readExportParameters,
  readFirebaseParameters,
  readFirebaseUsers,
  type SkipReason,
} from './import-accounts.ts';
export {
  createBindingLinks,
  createPasswordLinkMaker,
  createPasswordRequests,
  DEFAULT_PASSWORD_REQUEST_LIMITS,
  type PasswordRequestLimits,
} from './links.ts';
