export {
  changeRoles,
  changeStatus,
  removeBinding,
  removeEveryPasskey,
  removeSecondStep,
} from './change-account.ts';
export {
  type LeftOut,
  readFirebaseParameters,
  readFirebaseUsers,
  readOwnParameters,
} from './firebase-export.ts';
export {
  createForgotten,
  DEFAULT_FORGOTTEN_LIMITS,
  type ForgottenLimits,
  forgottenLinks,
} from './forgotten.ts';
export { type ImportedAccount, importAccounts } from './import-accounts.ts';
export { createBindingLinks } from './links.ts';
