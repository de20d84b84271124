export { InboxNotice } from './InboxNotice.tsx';
