import { lazyDialog } from '../../lib/lazy-on-use.ts';
import { loadToasts } from '../toasts/ToastHost.tsx';

/** The question before something happens to several records. The focus begins on Cancelar. */
export const Confirmation = lazyDialog(
  async () => {
    // The notifications must also work offline.
    const [dialog] = await Promise.all([import('./ConfirmationDialog.tsx'), loadToasts()]);
    return dialog;
  },
  ({ opened }) => opened,
);
