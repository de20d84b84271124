export { LazyNewProspect } from './LazyNewProspect.tsx';
export { useProspectsOfPatient } from './prospect-list.ts';
