import { lazyDialog } from '../../lib/lazy-on-use.ts';
import { loadToasts } from '../toasts/ToastHost.tsx';

/** Asks for confirmation of a change of records. The focus begins on Cancelar. */
export const Confirmation = lazyDialog(
  async () => {
    // Toasts are loaded too, because they must work offline.
    const [dialog] = await Promise.all([import('./ConfirmationDialog.tsx'), loadToasts()]);
    return dialog;
  },
  ({ opened }) => opened,
);
