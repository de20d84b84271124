import { Skeleton } from '@mantine/core';
import type { Account } from '@simiente/contract/account/calls';
import type {
  IdentityVersion,
  ProfessionalIdentity,
} from '@simiente/contract/professional-identity/calls';
import { IconSignature } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { canUsePasskeys } from '../../../lib/page-settings.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { FormActions } from '../../../ui/form/FormPage.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { useAccount } from '../../account/public.ts';
import { useOwnIdentity } from '../../professional-identity/public.ts';
import { useCan } from '../../session/public.ts';
import classes from './SignerGate.module.css';

export interface Signer {
  readonly account: Account;
  /** Identity that the signature shows. */
  readonly identity: IdentityVersion;
}

interface SignerGateProps {
  /** Class name of the content that replaces the children. */
  className?: string | undefined;
  onCancel: () => void;
  children: (signer: Signer) => ReactNode;
}

/** Renders its children for an account that can sign, and the missing steps with links for others. */
export function SignerGate({ className, onCancel, children }: SignerGateProps) {
  const account = useAccount();
  const identity = useOwnIdentity();
  const managesAccounts = useCan()('accounts.manage');
  if (account.data === undefined || identity.data === undefined) {
    return account.error || identity.error ? (
      <LoadError
        title="No se pudieron cargar tus datos para firmar"
        queries={[account, identity]}
      />
    ) : (
      <div className={className}>
        <Skeleton height={160} />
      </div>
    );
  }
  const mayRegister = managesAccounts && identity.data === null;
  const missing = [
    describeMissingIdentity(identity.data, mayRegister),
    describeMissingProof(account.data),
  ].filter((sentence) => sentence !== undefined);
  if (missing.length === 0 && identity.data !== null) {
    return children({
      account: account.data,
      identity: identity.data.inForce ?? identity.data.latest,
    });
  }
  const showsOwnAccount = identity.data !== null || missing.length > 1;
  return (
    <div className={[classes.gate, className].filter(Boolean).join(' ')}>
      <IconSignature className={classes.icon} size={24} stroke={1.7} aria-hidden />
      <div>
        <p className={classes.title}>Todavía no puedes firmar</p>
        <ul className={classes.missing}>
          {missing.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <FormActions onCancel={onCancel} cancelLabel="Cerrar">
          {mayRegister && <LinkButton link={<Link to="/cuentas" />}>Ir a Cuentas</LinkButton>}
          {showsOwnAccount && <LinkButton link={<Link to="/cuenta" />}>Ir a Mi cuenta</LinkButton>}
        </FormActions>
      </div>
    </div>
  );
}

/** @param mayRegister whether the account may register identities of other accounts, but never its own */
function describeMissingIdentity(
  identity: ProfessionalIdentity | null,
  mayRegister: boolean,
): string | undefined {
  if (identity === null && mayRegister) {
    return 'No puedes registrar tu propia identidad profesional. Pide a otro administrador que la registre. Si no hay otro, invítalo en Cuentas o pide al operador del servidor que la registre con «staff set-identity».';
  }
  if (identity === null) {
    return 'Pide al administrador que registre tu identidad profesional: nombre, cédula e institución.';
  }
  switch (identity.state) {
    case 'active':
      return undefined;
    case 'pending':
      return 'Confirma en Mi cuenta los datos de tu identidad profesional.';
    case 'suspended':
      return 'Tu identidad profesional está suspendida. En Mi cuenta se indica quién falta por confirmarla.';
  }
}

function describeMissingProof({ twoFactor, passkeys }: Account): string | undefined {
  if (twoFactor !== null || (passkeys.length > 0 && canUsePasskeys())) return undefined;
  return passkeys.length > 0
    ? 'Este navegador no puede usar tu llave de acceso. Ábrelo en el dispositivo donde la usas, o activa la verificación en dos pasos en Mi cuenta.'
    : 'Activa en Mi cuenta la verificación en dos pasos, o agrega una llave de acceso. La contraseña sola no basta para firmar.';
}
