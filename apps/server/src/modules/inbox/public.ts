export { inboxCalls } from './calls.ts';
export { createInbox, type InboxOutcome } from './inbox.ts';
