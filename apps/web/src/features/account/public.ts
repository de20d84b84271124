export { OwnerFields } from './confirmation/OwnerQuestion.tsx';
export {
  type Confirmation,
  type OwnerConfirmation,
  useOwnerConfirmation,
} from './confirmation/use-owner-confirmation.ts';
export { useAccount } from './use-account.ts';
