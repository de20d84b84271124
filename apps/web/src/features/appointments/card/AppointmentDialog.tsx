import { lazyDialog } from '../../../lib/lazy-on-use.ts';

/** The card of an appointment, with its actions. Opens on any page. */
export const AppointmentDialog = lazyDialog(
  () => import('./AppointmentCardModal.tsx'),
  ({ id }) => id !== null,
);
