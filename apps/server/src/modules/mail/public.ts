export {
  createMailbox,
  type Mailbox,
  newMailId,
  queueForgotten,
  queueLink,
} from './queue.ts';
