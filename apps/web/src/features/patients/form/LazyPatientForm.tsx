import { lazyForm } from '../../session/public.ts';

export const LazyPatientForm = lazyForm(() => import('./PatientForm.tsx'));
