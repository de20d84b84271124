export { hasConsent, healthConsentWithdrawn, readConsents } from './calls.ts';
