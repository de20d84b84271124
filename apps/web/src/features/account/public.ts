export type { Confirmation } from './confirmation/confirmation-calls.ts';
export { OwnerFields } from './confirmation/OwnerFields.tsx';
export {
  type OwnerConfirmation,
  useOwnerConfirmation,
} from './confirmation/use-owner-confirmation.ts';
export { useAccount } from './use-account.ts';
