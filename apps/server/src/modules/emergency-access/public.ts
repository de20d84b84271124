export { findOpenAccess, measureEmergencies, requireEmergencyAccess } from './calls.ts';
