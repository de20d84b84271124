export {
  createMailbox,
  type Mailbox,
  newMailId,
  queueDelivery,
  queueForgotten,
  queueLink,
} from './queue.ts';
