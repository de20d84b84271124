export {
  createOutbox,
  newMailId,
  type Outbox,
  queueDelivery,
  queueLink,
  queuePasswordRequest,
} from './queue.ts';
