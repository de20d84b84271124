export { LazyNewProspect } from './LazyNewProspect.tsx';
export { useProspectsOfPatient } from './use-prospects-of-patient.ts';
