import { type LoadPart, lazyDialog } from '../../lib/lazy-on-use.ts';
import { loadToasts } from '../toasts/ToastHost.tsx';

/** A dialog that confirms a change. Toasts are loaded with it, because they must report a failure offline too. */
export const lazyQuestion = <Props extends { opened: boolean }>(load: LoadPart<Props>) =>
  lazyDialog(
    async () => {
      const [question] = await Promise.all([load(), loadToasts()]);
      return question;
    },
    ({ opened }) => opened,
  );

/** Asks for confirmation of a change of records. The focus begins on Cancelar. */
export const Confirmation = lazyQuestion(() => import('./ConfirmationDialog.tsx'));
