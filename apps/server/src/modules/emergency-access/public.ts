export { findOpenAccess, measureEmergencies, requireEmergencyAccess } from './emergency-access.ts';
