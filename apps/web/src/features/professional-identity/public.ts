export { IdentityNotice, useOwnIdentity } from './IdentityNotice.tsx';
export { OwnIdentity } from './OwnIdentity.tsx';
export { useIdentityDialog } from './use-identity-dialog.tsx';
