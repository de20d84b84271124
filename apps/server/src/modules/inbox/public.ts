export { createInbox, type InboxOutcome, inboxCalls } from './inbox.ts';
