export { readConsents } from './consents.ts';
