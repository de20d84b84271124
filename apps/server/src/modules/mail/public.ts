export {
  createOutbox,
  type Outbox,
  newMailId,
  queueDelivery,
  queuePasswordRequest,
  queueLink,
} from './queue.ts';
