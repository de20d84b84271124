export { hasConsent, healthConsentWithdrawn, readConsents } from './consents.ts';
