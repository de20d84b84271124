import type { Role } from '@simiente/contract/common/access/roles';
import { IconEye } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../ui/buttons/Button.tsx';
import { keepFocus } from '../../ui/focus.ts';
import { useToastMutation } from '../../ui/toasts/notify.tsx';
import { viewAs } from '../session/public.ts';
import { roleWords } from './account-words.ts';
import classes from './ViewAsBanner.module.css';

/** Banner above every page while an administrator views the product as another role. */
export default function ViewAsBanner({ role }: { role: Role }) {
  const navigate = useNavigate();
  const leaving = useToastMutation('No se pudo cambiar la vista', {
    mutationFn: () => viewAs(null),
    onSuccess: () => navigate({ to: '/cuentas' }),
  });
  return (
    <div role="status" className={classes.banner}>
      <IconEye className={classes.icon} size={20} stroke={1.7} aria-hidden />
      <p className={classes.words}>
        Ves Simiente como <strong>{roleWords[role].name}</strong>, solo en esta pestaña. Tus cambios
        se guardan con tu nombre.
      </p>
      <Button ref={keepFocus} kind="default" onClick={() => leaving.mutate()}>
        Volver a mi vista
      </Button>
    </div>
  );
}
