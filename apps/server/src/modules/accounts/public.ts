export {
  changeRoles,
  changeStatus,
  removeEveryPasskey,
  removeSecondStep,
} from './change-account.ts';
export {
  createForgotten,
  DEFAULT_FORGOTTEN_LIMITS,
  type ForgottenLimits,
  forgottenLinks,
} from './forgotten.ts';
