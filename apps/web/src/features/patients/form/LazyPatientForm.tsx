import { lazyForm } from '../../../lib/lazy-on-use.ts';

export const LazyPatientForm = lazyForm(() => import('./PatientForm.tsx'));
