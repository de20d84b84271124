export type { Content } from './messages.ts';
export {
  createOutbox,
  newMailId,
  type Outbox,
  queueDelivery,
  queueLink,
  queuePasswordRequest,
} from './queue.ts';
export type { AppointmentLetter } from './send.ts';
