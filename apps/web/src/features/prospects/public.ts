export { LazyNewProspect } from './lazy-dialogs.tsx';
export { usePatientProspects } from './prospect-cache.ts';
