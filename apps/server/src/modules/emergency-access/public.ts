export { findOpenAccess, requireEmergencyAccess } from './emergency-access.ts';
