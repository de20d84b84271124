export { tellOtherTabs } from './other-tabs.ts';
export { type SessionUser, signOut, useClinicTimeZone, useSession } from './session.ts';
