export { EmergencyAccess, OpenEmergencyAccess } from './EmergencyAccess.tsx';
export { EmergencyAccesses } from './EmergencyAccesses.tsx';
