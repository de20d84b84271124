export { LazyNewProspect } from './lazy-dialogs.tsx';
export { useProspectsOfPatient } from './prospect-cache.ts';
