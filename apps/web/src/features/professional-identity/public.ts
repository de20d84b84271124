export { IdentityNotice } from './IdentityNotice.tsx';
export { OwnIdentity } from './OwnIdentity.tsx';
export { useIdentityDialog } from './use-identity-dialog.tsx';
export { useOwnIdentity } from './use-own-identity.ts';
