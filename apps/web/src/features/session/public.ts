export { type SessionUser, sessionQuery, signOut } from './session.ts';
