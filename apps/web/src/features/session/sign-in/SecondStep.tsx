import { lazyOnUse } from '../../../lib/lazy-on-use.ts';

/** Asks for the second step of a sign-in. */
export const SecondStep = lazyOnUse(() => import('./SecondStepForm.tsx'));
